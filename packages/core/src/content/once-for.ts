/**
 * Makes a value once for each object, and keeps it as long as the object lives: what is derived from a list of fields,
 * an entity or a schema, which never change, or the state that a module has for each application.
 *
 * @example
 * const joinsOf = onceFor((fields: readonly FieldNode[]) => flatten(fields).filter(({ join }) => join !== null))
 */
export function onceFor<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made
/** The second argument is needed to make the value; it must be the same for each object. */
export function onceFor<Of extends object, From, Made>(make: (of: Of, from: From) => Made): (of: Of, from: From) => Made
export function onceFor(make: (of: object, from?: unknown) => unknown): (of: object, from?: unknown) => unknown {
  const made = new WeakMap<object, unknown>()
  return (of, from) => {
    let known = made.get(of)
    if (known === undefined) made.set(of, (known = make(of, from)))
    return known
  }
}
