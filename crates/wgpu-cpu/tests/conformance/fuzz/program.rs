//! What a random kernel is made of.

/// The types of values. All are held as 32 bits; floats are multiples of a half of a size at which
/// nothing is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ty {
    U,
    I,
    F,
    B,
}

pub(super) const TYPES: [Ty; 4] = [Ty::U, Ty::I, Ty::F, Ty::B];

/// Variables of each type, and elements of the array.
pub(super) const VARIABLES: usize = 3;
pub(super) const ELEMENTS: u32 = 4;

#[derive(Clone)]
pub(super) enum Expr {
    Literal(Ty, u32),
    Variable(Ty, usize),
    /// Of the loop with this number.
    Counter(usize),
    Input,
    /// The index within the workgroup, and that of the workgroup.
    Lane,
    Group,
    Element(Box<Expr>),
    /// Of memory that belongs to the invocation.
    Memory(Box<Expr>),
    /// What this, or any, invocation of the workgroup shared.
    Own,
    Shared(Box<Expr>),
    Count(Box<Expr>),
    /// An operation by its number.
    Apply(usize, Vec<Expr>),
    Call(usize, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy)]
pub(super) enum Loop {
    For,
    While,
    /// With a condition at the end that is looked at after every round.
    Continuing,
}

#[derive(Clone)]
pub(super) enum Statement {
    Assign(Ty, usize, Expr),
    /// `+=` on a `u32`.
    Increase(usize, Expr),
    SetElement(Expr, Expr),
    SetMemory(Expr, Expr),
    SetOwn(Expr),
    Atomic(Expr, Expr),
    /// A call that changes a variable by a pointer.
    Bump(usize, Expr),
    If(Expr, Vec<Self>, Vec<Self>),
    /// At most so many rounds, and no more once the condition holds.
    Loop {
        kind: Loop,
        counter: usize,
        rounds: u32,
        stop: Expr,
        body: Vec<Self>,
    },
    Switch(Expr, Vec<Vec<Self>>),
    Break,
    Continue,
    Return(Expr),
}

/// What all invocations of a workgroup do together, so that barriers may stand between.
#[derive(Clone)]
pub(super) enum Step {
    Lanes(Vec<Statement>),
    If(Expr, Vec<Self>, Vec<Self>),
    Loop {
        counter: usize,
        rounds: u32,
        body: Vec<Self>,
    },
    /// A variable gets what one invocation shared, by `workgroupUniformLoad`.
    Load(usize, Expr),
}

#[derive(Clone)]
pub(super) struct Program {
    pub(super) size: u32,
    pub(super) groups: u32,
    /// How many loops have a counter.
    pub(super) counters: usize,
    /// The function of each of the shared counts.
    pub(super) atomics: [usize; ELEMENTS as usize],
    pub(super) functions: Vec<Vec<Statement>>,
    pub(super) steps: Vec<Step>,
    pub(super) last: Vec<Statement>,
    /// Whether nothing is shared, so that workgroups may run together.
    pub(super) alone: bool,
    /// Whether variables are those of the module.
    pub(super) private: bool,
    /// Whether indices go beyond the end.
    pub(super) wild: bool,
}
