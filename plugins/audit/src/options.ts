import { ConfigurationError, type QuireConfig, type RuleArguments } from 'quirecms'
import { type ConfigurationProblem, type Duration, parseDuration } from 'quirecms/plugin'
import type { Sink } from './sinks.ts'

export interface AuditOptions {
  /** How long entries are kept; `'400d'` by default. Removed by whole days. */
  readonly retention?: Duration
  /** Details of a change in its entry: the values, only the `'paths'`, or `'none'`; `'changes'` by default. */
  readonly content?: 'changes' | 'paths' | 'none'
  /** Collections whose reads are recorded, too: single documents, and the ids in lists. */
  readonly reads?: readonly string[]
  /**
   * Fields whose values are left out, as `collection.path`: `'users.phone'`. Hidden fields, and fields with a read
   * rule, are always left out.
   */
  readonly redact?: readonly string[]
  /** Seals entries with a hash chain, so that a later change of an entry is detected. */
  readonly chain?: boolean
  /** Additional destinations of the entries: `stdout()`, `url({ … })`. */
  readonly ship?: readonly Sink[]
  /**
   * Who may read the log. By default, users of the admin collection see their own actions, and those who may manage
   * keys (`manageKeys`) see the actions of others; both only for collections and globals whose read rule returns
   * `true`.
   */
  readonly access?: (args: RuleArguments) => boolean | Promise<boolean>
}

export interface AuditSettings {
  readonly retention: number
  readonly content: NonNullable<AuditOptions['content']>
  readonly reads: readonly string[]
  readonly redact: ReadonlySet<string>
  readonly isChained: boolean
  readonly sinks: readonly Sink[]
  readonly access: AuditOptions['access']
}

const DAY = 86_400_000
const CONTENTS = ['changes', 'paths', 'none']
const OPTIONS: readonly (keyof AuditOptions)[] = ['retention', 'content', 'reads', 'redact', 'chain', 'ship', 'access']

/**
 * Checks the options and applies the defaults. Throws all problems at once; messages contain no secret and no address.
 */
export function resolveOptions(options: AuditOptions): AuditSettings {
  const problems: ConfigurationProblem[] = []
  const wrong = (place: string, message: string) => void problems.push({ place: `audit.${place}`, message })
  for (const name of Object.keys(options))
    if (!(OPTIONS as readonly string[]).includes(name))
      wrong(name, `is not an option here (the options are: ${OPTIONS.join(', ')})`)
  const { content = 'changes', reads = [], redact = [], chain = false, ship = [], access } = options
  let retention = 400 * DAY
  try {
    if (options.retention !== undefined) retention = parseDuration(options.retention)
    if (retention < DAY) wrong('retention', "must be at least '1d'")
  } catch (error) {
    wrong('retention', (error as Error).message)
  }
  if (!CONTENTS.includes(content)) wrong('content', `must be one of: ${CONTENTS.join(', ')}`)
  if (access !== undefined && typeof access !== 'function') wrong('access', 'must be a function')
  if (typeof chain !== 'boolean') wrong('chain', 'must be true or false')
  for (const [index, { problems: found }] of ship.entries())
    for (const { place, message } of found) wrong(`ship.${index}${place}`, message)
  const names = ship.map(({ name }) => name)
  if (new Set(names).size < names.length) wrong('ship', 'names the same destination twice')
  if (problems.length > 0) throw new ConfigurationError(problems)
  return { retention, content, reads, redact: new Set(redact), isChained: chain, sinks: ship, access }
}

/** Refuses unknown names: they would silently match nothing. */
export function checkNames({ reads, redact }: AuditSettings, { collections, globals = {} }: QuireConfig): void {
  const problems: ConfigurationProblem[] = []
  for (const slug of reads)
    if (!Object.hasOwn(collections, slug))
      problems.push({
        place: 'audit.reads',
        message: `there is no "${slug}"; if another plugin brings it, list that one first`,
      })
  for (const name of redact) {
    const [slug = '', field = ''] = name.split('.')
    const owner = collections[slug] ?? globals[slug]
    if (!owner || !Object.hasOwn({ ...owner.fields, email: true }, field))
      problems.push({ place: 'audit.redact', message: `there is no field "${name}"; write \`collection.field\`` })
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
}
