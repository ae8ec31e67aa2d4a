/** Shows the members of an intersection as one object. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- `& unknown` makes editors spell the members out
export type Flat<Type> = { [Key in keyof Type]: Type[Key] } & unknown
