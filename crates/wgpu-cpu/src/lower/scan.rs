//! Questions asked of the IR before it is lowered.

use super::Outcome;
use super::types::too_large;
use naga::{AddressSpace, Block, Expression, Function, Handle, Module, Statement, TypeInner};
use std::collections::HashSet;

/// Nested blocks deeper than this are refused, to bound the stack.
const MAX_DEPTH: usize = 128;

/// What an entry point reaches.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    pub(crate) globals: HashSet<Handle<naga::GlobalVariable>>,
    functions: HashSet<Handle<Function>>,
    /// Private variables indexed by values or passed on as pointers.
    pub(crate) indexed: HashSet<Handle<naga::GlobalVariable>>,
    /// The entry point asks for the workgroup's id.
    pub(crate) workgroup_id: bool,
    /// Invocations of a workgroup share state, so it must be a block of its own.
    pub(crate) shares: bool,
}

impl Reach {
    pub(crate) fn of(module: &Module, function: &Function) -> Outcome<Reach> {
        let mut reach = Reach::default();
        reach.function(module, function)?;
        let id = Some(naga::Binding::BuiltIn(naga::BuiltIn::WorkGroupId));
        reach.workgroup_id = function.arguments.iter().any(|a| {
            let members = match &module.types[a.ty].inner {
                TypeInner::Struct { members, .. } => members.as_slice(),
                _ => &[],
            };
            a.binding == id || members.iter().any(|m| m.binding == id)
        });
        Ok(reach)
    }

    fn function(&mut self, module: &Module, function: &Function) -> Outcome {
        for (_, expression) in function.expressions.iter() {
            match *expression {
                Expression::GlobalVariable(g) => {
                    self.globals.insert(g);
                    self.shares |= module.global_variables[g].space == AddressSpace::WorkGroup;
                }
                Expression::Access { base, .. } => {
                    if let Some(Expression::GlobalVariable(g)) = root(function, base) {
                        self.indexed.insert(*g);
                    }
                }
                _ => {}
            }
        }
        for argument in &function.arguments {
            self.shares |= matches!(
                argument.binding,
                Some(naga::Binding::BuiltIn(
                    naga::BuiltIn::SubgroupSize
                        | naga::BuiltIn::SubgroupId
                        | naga::BuiltIn::NumSubgroups
                        | naga::BuiltIn::SubgroupInvocationId
                ))
            );
        }
        let mut calls = Vec::new();
        self.block(function, &function.body, 0, &mut calls)?;
        for callee in calls {
            if self.functions.insert(callee) {
                self.function(module, &module.functions[callee])?;
            }
        }
        Ok(())
    }

    fn block(
        &mut self,
        function: &Function,
        block: &Block,
        depth: usize,
        calls: &mut Vec<Handle<Function>>,
    ) -> Outcome {
        if depth > MAX_DEPTH {
            return Err(too_large(format!("blocks nested {depth} deep, at most {MAX_DEPTH}")));
        }
        for statement in block {
            match statement {
                Statement::Call { function: callee, arguments, .. } => {
                    calls.push(*callee);
                    for &a in arguments {
                        if let Some(Expression::GlobalVariable(g)) = root(function, a) {
                            self.indexed.insert(*g);
                        }
                    }
                }
                Statement::ControlBarrier(_)
                | Statement::WorkGroupUniformLoad { .. }
                | Statement::SubgroupBallot { .. }
                | Statement::SubgroupGather { .. }
                | Statement::SubgroupCollectiveOperation { .. } => self.shares = true,
                _ => {}
            }
            for inner in inner(statement) {
                self.block(function, inner, depth + 1, calls)?;
            }
        }
        Ok(())
    }
}

/// The blocks inside a statement.
pub(crate) fn inner(statement: &Statement) -> Vec<&Block> {
    match statement {
        Statement::Block(b) => vec![b],
        Statement::If { accept, reject, .. } => vec![accept, reject],
        Statement::Switch { cases, .. } => cases.iter().map(|c| &c.body).collect(),
        Statement::Loop { body, continuing, .. } => vec![body, continuing],
        _ => Vec::new(),
    }
}

/// The variable or argument a pointer expression starts from.
pub(crate) fn root(function: &Function, mut e: Handle<Expression>) -> Option<&Expression> {
    loop {
        match &function.expressions[e] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => e = *base,
            found @ (Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::FunctionArgument(_)) => return Some(found),
            _ => return None,
        }
    }
}

/// Local variables whose parts are chosen at run time, or that are passed on as pointers.
pub(crate) fn indexed_locals(
    module: &Module,
    function: &Function,
) -> HashSet<Handle<naga::LocalVariable>> {
    let mut found = HashSet::new();
    let mut add = |e| {
        if let Some(Expression::LocalVariable(v)) = root(function, e) {
            let inner = &module.types[function.local_variables[*v].ty].inner;
            if !matches!(inner, TypeInner::Scalar(_)) {
                found.insert(*v);
            }
        }
    };
    for (_, e) in function.expressions.iter() {
        if let Expression::Access { base, .. } = *e {
            add(base);
        }
    }
    let mut blocks = vec![&function.body];
    while let Some(block) = blocks.pop() {
        for statement in block {
            if let Statement::Call { arguments, .. } = statement {
                arguments.iter().copied().for_each(&mut add);
            }
            blocks.extend(inner(statement));
        }
    }
    found
}

/// Returns that do not stand at the end of a function: those need a jump.
pub(crate) fn early_return(block: &Block, tail: bool) -> bool {
    let last = block.len().saturating_sub(1);
    block.iter().enumerate().any(|(i, statement)| {
        let tail = tail && i == last;
        match statement {
            Statement::Return { .. } => !tail,
            Statement::Loop { .. } => inner(statement).iter().any(|b| early_return(b, false)),
            _ => inner(statement).iter().any(|b| early_return(b, tail)),
        }
    })
}
