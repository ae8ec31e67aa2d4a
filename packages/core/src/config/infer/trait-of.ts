/**
 * An option that types depend on; undefined if it is not given. The compiler finds a condition on `keyof Traits`
 * invariant, so that no collection would fit the type of any collection; this form is covariant.
 */
export type TraitOf<Traits, Name extends string> = Traits extends { readonly [One in Name]?: infer Value }
  ? unknown extends Value
    ? undefined
    : Value
  : undefined
