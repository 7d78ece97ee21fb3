//! Refuses barriers that only some invocations of a workgroup reach.
//!
//! naga accepts a barrier under any condition; browsers refuse one whose condition may differ
//! within the workgroup, and a GPU that runs it hangs. So it is checked here, in the spirit of the
//! WGSL uniformity analysis but blind to the order of stores: a variable that ever holds a
//! differing value is taken to differ throughout. Each entry point is followed through its calls;
//! a function maps the [`Place`]s that differ when it is called to those that differ afterwards.

use naga::{AddressSpace, Binding, Block, BuiltIn, Expression, Function, Handle, Module};
use naga::{GlobalVariable, LocalVariable, Span, Statement, StorageAccess};
use std::collections::{BTreeSet, HashMap};

/// A barrier that not every invocation of the workgroup reaches, and why.
#[derive(Debug)]
pub(crate) struct BarrierFault {
    pub(crate) span: Span,
    pub(crate) message: String,
}

const REACH: &str = "this barrier is reached by only some invocations of the workgroup: it stands, \
    or its function is called, under a condition that differs between them, or after a return, \
    break or continue under such a condition";
const PLACE: &str = "workgroupUniformLoad reads one place for the whole workgroup: the place given \
    here differs between its invocations";

/// What may differ between the invocations of a workgroup, as seen from one call of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Local(Handle<LocalVariable>),
    Global(Handle<GlobalVariable>),
    /// An argument, or what it points to.
    Argument(u32),
    /// The result of a call made here.
    Call(Handle<Expression>),
    /// The result given to the caller.
    Result,
}

type Places = BTreeSet<Place>;
/// The function called, what differs, and whether only some invocations make the call.
type Call = (Handle<Function>, Places, bool);

/// The kinds of jumps out of a block that only some invocations make.
type Jumps = u8;
const BREAK: Jumps = 1;
const CONTINUE: Jumps = 2;
const RETURN: Jumps = 4;

/// Checks every barrier that the entry points of `module`, which must be valid, can reach.
pub(crate) fn uniform_barriers(module: &Module) -> Result<(), BarrierFault> {
    use BuiltIn::{NumWorkGroups, WorkGroupId, WorkGroupSize};
    let uniform = [NumWorkGroups, WorkGroupId, WorkGroupSize].map(Binding::BuiltIn).map(Some);
    let mut calls = HashMap::new();
    for entry in &module.entry_points {
        let function = &entry.function;
        let inputs = (0..).zip(&function.arguments);
        let inputs = inputs.filter(|(_, input)| !uniform.contains(&input.binding));
        let differing = inputs.map(|(index, _)| Place::Argument(index)).collect();
        follow(module, function, differing, false, &mut calls)?;
    }
    Ok(())
}

/// What differs after a call of `function`, which only some invocations make if `flow`.
fn follow(
    module: &Module,
    function: &Function,
    differing: Places,
    flow: bool,
    calls: &mut HashMap<Call, Places>,
) -> Result<Places, BarrierFault> {
    let mut frame = Frame { module, function, differing, values: Vec::new(), calls };
    // What is stored changes what is loaded: repeat until nothing more turns out to differ.
    loop {
        let known = frame.differing.len();
        frame.values.clear();
        for (handle, expression) in function.expressions.iter() {
            let differs = frame.evaluate(handle, expression);
            frame.values.push(differs);
        }
        frame.walk(&function.body, flow)?;
        if frame.differing.len() == known {
            return Ok(frame.differing);
        }
    }
}

struct Frame<'a> {
    module: &'a Module,
    function: &'a Function,
    differing: Places,
    /// By expression: whether it differs or, if it points to a variable that each invocation has
    /// for itself, whether that does.
    values: Vec<bool>,
    /// The calls followed so far, with what differs after them.
    calls: &'a mut HashMap<Call, Places>,
}

impl Frame<'_> {
    fn differs(&self, expression: Handle<Expression>) -> bool {
        self.values[expression.index()]
    }

    fn any(&self, operands: &[Handle<Expression>]) -> bool {
        operands.iter().any(|&operand| self.differs(operand))
    }

    fn evaluate(&self, handle: Handle<Expression>, expression: &Expression) -> bool {
        use Expression as E;
        let place = |place| self.differing.contains(&place);
        match *expression {
            E::Literal(_) | E::Constant(_) | E::Override(_) | E::ZeroValue(_) => false,
            E::ArrayLength(_) | E::WorkGroupUniformLoadResult { .. } => false,
            E::FunctionArgument(index) => place(Place::Argument(index)),
            E::GlobalVariable(variable) => place(Place::Global(variable)),
            E::LocalVariable(variable) => place(Place::Local(variable)),
            E::CallResult(_) => place(Place::Call(handle)),
            E::Load { pointer } => self.differs(pointer) || self.root(pointer).is_none(),
            E::Access { base, index } => self.any(&[base, index]),
            E::AccessIndex { base, .. } => self.differs(base),
            E::Splat { value, .. } => self.differs(value),
            E::Swizzle { vector, .. } => self.differs(vector),
            E::Compose { ref components, .. } => self.any(components),
            E::Unary { expr, .. } | E::As { expr, .. } => self.differs(expr),
            E::Binary { left, right, .. } => self.any(&[left, right]),
            E::Select { condition, accept, reject } => self.any(&[condition, accept, reject]),
            E::Relational { argument, .. } => self.differs(argument),
            E::Math { arg: a, arg1, arg2, arg3, .. } => {
                self.any(&[a, arg1.unwrap_or(a), arg2.unwrap_or(a), arg3.unwrap_or(a)])
            }
            // Atomics, subgroup operations, textures, rays.
            _ => true,
        }
    }

    /// The variable that a pointer leads into, unless other invocations may write it.
    fn root(&self, pointer: Handle<Expression>) -> Option<Place> {
        use Expression as E;
        let (place, space) = match self.function.expressions[pointer] {
            E::Access { base, .. } | E::AccessIndex { base, .. } => return self.root(base),
            E::LocalVariable(variable) => return Some(Place::Local(variable)),
            E::GlobalVariable(variable) => {
                let space = self.module.global_variables[variable].space;
                (Place::Global(variable), Some(space))
            }
            E::FunctionArgument(index) => {
                let ty = self.function.arguments[index as usize].ty;
                let space = self.module.types[ty].inner.pointer_space();
                (Place::Argument(index), space)
            }
            _ => return None,
        };
        match space? {
            AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => None,
            AddressSpace::WorkGroup => None,
            _ => Some(place),
        }
    }

    /// Goes through a block, which only some invocations reach if `flow`.
    fn walk(&mut self, block: &Block, flow: bool) -> Result<Jumps, BarrierFault> {
        use Statement as S;
        let mut jumps = 0;
        for (statement, &span) in block.span_iter() {
            let here = flow || jumps != 0;
            let fault = |message: &str| {
                let message = message.to_owned();
                Err(BarrierFault { span, message })
            };
            match statement {
                S::Block(inner) => jumps |= self.walk(inner, here)?,
                S::If { condition, accept, reject } => {
                    let inside = here || self.differs(*condition);
                    jumps |= self.walk(accept, inside)? | self.walk(reject, inside)?;
                }
                S::Switch { selector, cases } => {
                    let inside = here || self.differs(*selector);
                    for case in cases {
                        jumps |= self.walk(&case.body, inside)? & !BREAK;
                    }
                }
                S::Loop { body, continuing, break_if } => {
                    let last = break_if.is_some_and(|condition| self.differs(condition));
                    let mut round = self.walk(body, here || last)?;
                    round |= self.walk(continuing, here || last || round != 0)?;
                    if round != 0 && !here && !last {
                        // Who left is missing from the next iteration.
                        round = self.walk(body, true)? | self.walk(continuing, true)?;
                    }
                    jumps |= round & RETURN;
                }
                S::Break if here => jumps |= BREAK,
                S::Continue if here => jumps |= CONTINUE,
                S::Return { value } => {
                    if here {
                        jumps |= RETURN;
                    }
                    if here || value.is_some_and(|value| self.differs(value)) {
                        self.differing.insert(Place::Result);
                    }
                }
                S::ControlBarrier(_) | S::WorkGroupUniformLoad { .. } if here => {
                    return fault(REACH);
                }
                S::WorkGroupUniformLoad { pointer, .. } if self.differs(*pointer) => {
                    return fault(PLACE);
                }
                S::Store { pointer, value } if here || self.any(&[*pointer, *value]) => {
                    self.differing.extend(self.root(*pointer));
                }
                S::Call { function, arguments, result } => {
                    for place in self.call(*function, arguments, here)? {
                        self.differing.extend(match place {
                            Place::Argument(index) => self.root(arguments[index as usize]),
                            Place::Result => result.map(Place::Call),
                            Place::Global(_) => Some(place),
                            Place::Local(_) | Place::Call(_) => None,
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(jumps)
    }

    fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        flow: bool,
    ) -> Result<Places, BarrierFault> {
        let given = (0..).zip(arguments).filter(|(_, given)| self.differs(**given));
        let given = given.map(|(index, _)| Place::Argument(index));
        let differing = self.differing.iter().copied();
        let differing = differing.filter(|place| matches!(place, Place::Global(_)));
        let call: Call = (function, given.chain(differing).collect(), flow);
        if let Some(after) = self.calls.get(&call) {
            return Ok(after.clone());
        }
        let callee = &self.module.functions[function];
        let after = follow(self.module, callee, call.1.clone(), flow, self.calls)?;
        self.calls.insert(call, after.clone());
        Ok(after)
    }
}

#[cfg(test)]
mod tests;
