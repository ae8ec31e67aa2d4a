import type { RuleArguments, Where } from 'quire'

/**
 * Nobody can write over HTTP yet: a rule that is not given lets in the users of the admin collection alone, and this application has
 * no users until it has an auth collection. Migrations and `app.local.asSystem()` write without asking the rules.
 */
export const everybody = () => true

export const nobody = () => false

/** Part of the statement that reads: what is not published is in no list, no count and no relationship. */
export const publishedOnly = ({ actor }: RuleArguments): boolean | Where =>
  actor !== null || { status: { equals: 'published' } }
