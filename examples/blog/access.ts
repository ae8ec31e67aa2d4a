import type { Actor, RuleArguments, Where } from 'quire'

type Role = 'admin' | 'editor' | 'author'

type WithActor = Pick<RuleArguments, 'actor'>

export const everybody = () => true

export const nobody = () => false

/** May do everything, and alone decides who else may do what. */
export const isAdmin = ({ actor }: WithActor) => hasRole(actor, 'admin')

/** May change all content, and publish. */
export const isEditor = ({ actor }: WithActor) => hasRole(actor, 'admin', 'editor')

/** May write posts: an editor, or an author. */
export const isWriter = ({ actor }: WithActor) => hasRole(actor, 'admin', 'editor', 'author')

/** Everything to editors, what is published to everybody else. The query is part of the statement: drafts are in no list and no count. */
export const publishedOnly = (args: RuleArguments): boolean | Where => isEditor(args) || PUBLISHED

/** The same for posts, of which authors also see their own, whatever their status. */
export const publishedOrOwn = (args: RuleArguments): boolean | Where => {
  if (isEditor(args)) return true
  return isWriter(args) ? { or: [PUBLISHED, own(args)] } : PUBLISHED
}

/** All posts to editors, to authors their own drafts: what is published is the editors' business. */
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
