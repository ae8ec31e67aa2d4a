/**
 * Infers a type parameter from an argument without being part of the argument's type: a parameter of the type
 * `Options & Captured<Given>` is checked as `Options`, while `Given` becomes the exact type of what was written. So the
 * compiler names misspelt options, suggests the right ones, and still knows every literal.
 *
 * It works because the compiler infers into both branches of a conditional type, and resolves the condition only
 * afterwards: nothing that can be written is `never`. `{}` adds nothing to a type of objects, and the compiler leaves it
 * out of messages.
 */
export type Captured<Given> = [Given] extends [never] ? Given : {}
