// A frame: a picture of fixed proportions, which a narrow screen shows on its side.

export interface Point { x: number; y: number }

export class Frame {
  readonly #narrow = matchMedia("(max-width: 640px)");
  /** How many units of the picture are a pixel on the screen: marks keep their size by it. */
  scale = 1;

  /** `fitted` draws again, when the picture has got another size or side. */
  constructor(readonly picture: SVGSVGElement, readonly width: number, readonly height: number, private readonly fitted: () => void) {
    new ResizeObserver(() => this.#fit()).observe(picture);
    this.#narrow.addEventListener("change", () => this.#fit());
    this.#fit();
  }

  /** Where a point is in the picture, and back. On its side, no distance changes. */
  place({ x, y }: Point): Point {
    return this.#narrow.matches ? { x: y, y: x } : { x, y };
  }

  /** The point under the pointer. */
  at(event: MouseEvent): Point {
    const matrix = this.picture.getScreenCTM()?.inverse();
    return this.place(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix));
  }

  #fit(): void {
    const [width, height] = this.#narrow.matches ? [this.height, this.width] : [this.width, this.height];
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.picture.style.aspectRatio = `${width} / ${height}`;
    const shown = this.picture.getBoundingClientRect().width;
    if (!shown) return;
    this.scale = width / shown;
    this.picture.style.setProperty("--px", String(this.scale));
    this.fitted();
  }
}

/** Lets a mark be dragged: `from` is where it is, `to` moves it, and `click` is a press without a move. */
export function draggable(mark: SVGElement, frame: Frame, from: () => Point, to: (at: Point) => void, click?: () => void): void {
  let held: Point | null = null;
  let start: Point | null = null;
  mark.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const at = frame.at(event);
    held = { x: from().x - at.x, y: from().y - at.y };
    start = { x: event.clientX, y: event.clientY };
    mark.setPointerCapture(event.pointerId);
    mark.classList.add("held");
  });
  mark.addEventListener("pointermove", (event) => {
    if (!held) return;
    // A finger is never quite still.
    if (click && start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 4) return;
    start = null;
    const at = frame.at(event);
    to({ x: at.x + held.x, y: at.y + held.y });
  });
  const drop = (pressed: boolean) => {
    if (held && start && pressed) click?.();
    held = start = null;
    mark.classList.remove("held");
  };
  mark.addEventListener("pointerup", () => drop(true));
  mark.addEventListener("pointercancel", () => drop(false));
}
