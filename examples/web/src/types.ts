export type Tour = {
  /** The cities in their order. */
  order: number[];
  cost: number;
  /** Who found it, and how. */
  method: string;
};

/** The method of 2017: each level's questions with their answers, and where these lead. */
export type Walk = { levels: { queries: Query[] }[]; tour: number[]; cost: number };

/** What does it cost to go from city 0 to another through some more? */
export type Query = {
  through: number[];
  to: number;
  cost: number;
  /** The last city that the cheapest way goes through, unless it is straight. */
  parent: number | null;
  /** What the way costs by each city that may come last. */
  choices: { through: number; cost: number }[];
};

/** Edges name vertices by their index. */
export type Graph = {
  vertices: string[];
  edges: { source: number; target: number; weight: number }[];
  warnings: string[];
};

export type Paths =
  | {
      distance: (number | null)[];
      predecessor: (number | null)[];
      /** Who found them, and how. */
      method: string;
      /** Rounds over a frontier, where the method has them. */
      steps: number;
    }
  | {
      /** The vertices of the cycle in their order. */
      negative_cycle: number[];
      total: number;
    };

export type Job = {
  kind: "map" | "reduce" | "scan" | "ping_pong";
  snippet: string;
  preamble?: string;
  params?: { name: string; value: number }[];
  /** What a reduction of nothing gives; 0 unless told. */
  identity?: string;
  /** How often a ping-pong runs; once unless told. */
  steps?: number;
  /** The parameter `width` of a board, a u32. */
  width?: number;
  input: Float32Array;
};

export type Output = {
  values: Float32Array;
  compile_ms: number;
  upload_ms: number;
  execute_ms: number;
  download_ms: number;
  wgsl: string;
};

export type Fault = {
  message: string;
  /** Which text: "snippet", "preamble" or another; nothing where none is at fault. */
  piece: string;
  /** From 1; 0 where no text is at fault. */
  line: number;
  /** From 1, in characters. */
  column: number;
  length: number;
  /** The line with a caret under the fault, and a hint. */
  rendered: string;
};

export type Verdict = { name: string; passed: boolean; message: string };
