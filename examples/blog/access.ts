import type { Actor, RuleArguments, Where } from 'quire'

type Role = 'admin' | 'editor' | 'author'

type WithActor = Pick<RuleArguments, 'actor'>

export const everybody = () => true

export const nobody = () => false

/** Admins may do everything, and only they decide who else may do what. */
export const isAdmin = ({ actor }: WithActor) => hasRole(actor, 'admin')

/** Editors may change all content, and publish it. Admins may too. */
export const isEditor = ({ actor }: WithActor) => hasRole(actor, 'admin', 'editor')

/** Authors may write posts, and so may editors and admins. */
export const isWriter = ({ actor }: WithActor) => hasRole(actor, 'admin', 'editor', 'author')

/**
 * Editors read everything, others only what is published. The query becomes part of the SQL statement, so drafts appear
 * in no list and no count.
 */
export const publishedOnly = (args: RuleArguments): boolean | Where => isEditor(args) || PUBLISHED

/** The same for posts, except that authors also see their own, whatever their status. */
export const publishedOrOwn = (args: RuleArguments): boolean | Where => {
  if (isEditor(args)) return true
  return isWriter(args) ? { or: [PUBLISHED, own(args)] } : PUBLISHED
}

/** Editors may change all posts, authors only their own drafts: once a post is published, it is up to the editors. */
export const ownDrafts = (args: RuleArguments): boolean | Where => {
  if (isEditor(args)) return true
  return isWriter(args) && { and: [own(args), { status: { equals: 'draft' } }] }
}

const PUBLISHED: Where = { status: { equals: 'published' } }

const own = ({ actor }: WithActor): Where => ({ owner: { equals: actor?.id ?? null } })

function hasRole(actor: Actor | null, ...roles: readonly Role[]): boolean {
  const given: unknown = actor?.['roles']
  return Array.isArray(given) && roles.some((role) => given.includes(role))
}
