import type { Actor, RuleArguments, Where } from 'quirecms'

type Role = 'admin' | 'editor' | 'author'

type WithActor = Pick<RuleArguments, 'actor'>

export const everybody = () => true

export const onlySystem = () => false

/** Admins may do everything, and only they decide who else may do what. */
export const isAdmin = ({ actor }: WithActor) => hasRole(actor, 'admin')

/** Editors may change all content, and publish it. Admins may too. */
export const isEditor = ({ actor }: WithActor) => hasRole(actor, 'admin', 'editor')

/** Authors may write posts, and so may editors and admins. */
export const isWriter = ({ actor }: WithActor) => hasRole(actor, 'admin', 'editor', 'author')

/**
 * Editors read all drafts, authors their own. The query becomes part of the SQL statement, so the drafts of others appear
 * in no list and no count. Everybody else reads what is live.
 */
export const ownPosts = (args: RuleArguments): boolean | Where => isEditor(args) || (isWriter(args) && own(args))

/** Editors may change all posts, authors only their own drafts: once a post is published, it is up to the editors. */
export const ownDrafts = (args: RuleArguments): boolean | Where => {
  if (isEditor(args)) return true
  return isWriter(args) && { and: [own(args), { _publishedRevision: { equals: null } }] }
}

const own = ({ actor }: WithActor): Where => ({ owner: { equals: actor?.id ?? null } })

function hasRole(actor: Actor | null, ...roles: readonly Role[]): boolean {
  const given: unknown = actor?.['roles']
  return Array.isArray(given) && roles.some((role) => given.includes(role))
}
