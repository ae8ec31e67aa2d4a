import type { Manifest, QuireConfig, RuleName } from '@quirecms/core'

/** Asked of every collection and global, whatever it has switched on. */
const ALWAYS_ASKED: readonly string[] = ['read', 'create', 'update', 'delete']

/** The option that each rule requires. */
const NEEDED: Readonly<Partial<Record<RuleName, string>>> = {
  deletePermanent: '`trash` (without a trash, every deletion is permanent and asks `delete`)',
  readDrafts: '`versions: { drafts: true }`',
  publish: '`versions: { drafts: true }`',
  readVersions: '`versions`',
  unlock: '`auth` with a lockout',
}

/**
 * Startup warnings about access rules that are never evaluated. No errors: they grant nothing, and collections often
 * share one set of rules. But their author may expect drafts, or a history.
 */
export function unusedRules(config: QuireConfig, { collections, globals }: Manifest): string[] {
  return [
    ...rulesOf('collections', config.collections, collections),
    ...rulesOf('globals', config.globals ?? {}, globals),
  ]
}

function rulesOf(
  kind: string,
  configs: Readonly<Record<string, { readonly access?: object }>>,
  entities: Manifest['collections'],
): string[] {
  return Object.entries(configs).flatMap(([slug, { access = {} }]) => {
    const { operations = {}, rights = [] } = entities[slug] ?? {}
    const asked = new Set<unknown>([
      ...ALWAYS_ASKED,
      ...[...Object.values(operations), ...rights].map(({ rule }) => rule),
    ])
    const unused = Object.keys(access).filter((name) => !asked.has(name)) as RuleName[]
    return unused.map((name) => {
      const needed = NEEDED[name]
      const remedy =
        needed === undefined ? 'Leave it out.' : `It needs ${needed}: switch that on, or leave the rule out.`
      return `nothing asks the rule ${kind}.${slug}.access.${name}. ${remedy}`
    })
  })
}
