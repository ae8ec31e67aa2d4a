import type { Manifest, QuireConfig, RuleName } from '@quirecms/core'
import { type ExposedMetrics, hasPublicAddress } from './metrics/metrics-config.ts'

const CLOSED_METRICS =
  'server.metrics: without a token, metrics are not served, because server.publicUrl makes the service public. Set a token, or a separate port.'

const LINKED_MAILS = ['recovery', 'verification', 'invitations'] as const

const ALWAYS_ASKED: readonly string[] = ['read', 'create', 'update', 'delete']

/** The option that each rule requires. */
const NEEDED: Readonly<Partial<Record<RuleName, string>>> = {
  deletePermanent: '`trash` (without a trash, every deletion is permanent and asks `delete`)',
  readDrafts: '`versions: { drafts: true }`',
  publish: '`versions: { drafts: true }`',
  readVersions: '`versions`',
  unlock: '`auth` with a lockout',
}

/** Startup warnings: settings that work, but probably not as their author expects. */
export function configurationWarnings(
  config: QuireConfig,
  manifest: Manifest,
  exposed: ExposedMetrics | undefined,
): string[] {
  const isClosedToAll = exposed && exposed.config.token === undefined && exposed.config.port === undefined
  return [
    ...missingMailAddress(config, manifest),
    ...(isClosedToAll && hasPublicAddress(config) ? [CLOSED_METRICS] : []),
    ...unusedRules(config, manifest),
  ]
}

/** Startup warning if mail is sent but its links have no base URL: recipients could not use the token. */
function missingMailAddress(
  { email, mailer, server }: QuireConfig,
  { collections }: Pick<Manifest, 'collections'>,
): string[] {
  if ((email ?? mailer) === undefined || server?.publicUrl !== undefined) return []
  const isLinked = Object.values(collections).some(({ auth }) =>
    LINKED_MAILS.some((purpose) => {
      const mail = auth?.[purpose]
      return mail?.template === null && (mail.url === null || mail.url.startsWith('/'))
    }),
  )
  return isLinked ? ['mails to users contain tokens instead of links: set server.publicUrl'] : []
}

/**
 * Startup warnings about access rules that are never evaluated. No errors: they grant nothing, and collections often
 * share one set of rules. But their author may expect drafts, or a history.
 */
function unusedRules(config: QuireConfig, { collections, globals }: Manifest): string[] {
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
    const { operations = {}, capabilities = [] } = entities[slug] ?? {}
    const asked = new Set<unknown>([
      ...ALWAYS_ASKED,
      ...[...Object.values(operations), ...capabilities].map(({ rule }) => rule),
    ])
    const unused = Object.keys(access).filter((name) => !asked.has(name)) as RuleName[]
    return unused.map((name) => {
      const needed = NEEDED[name]
      const remedy =
        needed === undefined ? 'Leave it out.' : `It needs ${needed}: switch that on, or leave the rule out.`
      return `nothing uses the rule ${kind}.${slug}.access.${name}. ${remedy}`
    })
  })
}
