import { type Call, documents, type Feature, isObject, type QuireConfig } from '@quirecms/core/feature'

/** Features that are loaded together. */
interface Usual {
  readonly names: readonly string[]
  /** True if one of the features might apply; the feature itself decides. */
  readonly isAsked: (asked: ConfigurationProbe) => boolean
  readonly load: (asked: ConfigurationProbe) => Promise<readonly Feature<Call>[]>
}

/** Options of the configuration, which is not validated yet. */
class ConfigurationProbe {
  readonly config: QuireConfig
  readonly #entities: readonly Readonly<Record<string, unknown>>[]

  constructor(config: QuireConfig) {
    this.config = config
    this.#entities = [config.collections, config.globals].flatMap((all) =>
      isObject(all) ? Object.values(all).filter((entity) => isObject(entity)) : [],
    )
  }

  has(option: string): boolean {
    return this.#entities.some(({ [option]: value }) => value !== undefined && value !== false)
  }

  hasUsers(): boolean {
    return this.has('auth')
  }

  hasFeed(): boolean {
    return this.config.changes !== undefined && this.config.changes !== false
  }

  sendsMail(): boolean {
    return (this.config.email ?? this.config.mailer) !== undefined
  }
}

const always = () => true
const withUsers = (asked: ConfigurationProbe) => asked.hasUsers()
const withFeed = (asked: ConfigurationProbe) => asked.hasFeed()
const withOption = (option: string) => (asked: ConfigurationProbe) => asked.has(option)
const withFiles = withOption('upload')

const USUAL: readonly Usual[] = [
  {
    names: ['documents', 'document'],
    isAsked: always,
    load: async () => documents,
  },
  {
    names: ['copyLocale'],
    isAsked: ({ config }) => config.localization !== undefined,
    load: async () => [(await import('./copy-locale/index.ts')).localeCopies],
  },
  { names: ['trash'], isAsked: withOption('trash'), load: async () => [(await import('./trash/index.ts')).trash] },
  {
    names: ['drafts'],
    isAsked: withOption('versions'),
    load: async () => [(await import('./drafts/index.ts')).drafts],
  },
  {
    names: ['versions'],
    isAsked: withOption('versions'),
    load: async () => [(await import('./versions/index.ts')).versions],
  },
  { names: ['trees'], isAsked: always, load: async () => [(await import('./trees/index.ts')).trees] },
  { names: ['joins'], isAsked: always, load: async () => [(await import('./joins/index.ts')).writableJoins] },
  {
    names: ['schedule'],
    isAsked: withOption('versions'),
    load: async () => [(await import('./schedule/index.ts')).schedules],
  },
  {
    names: ['locks', 'own locks'],
    isAsked: always,
    load: async () => {
      const { locks, locksOfUsers } = await import('./locks/index.ts')
      return [locks, locksOfUsers]
    },
  },
  {
    names: ['preview', 'preview tokens', 'own preview tokens'],
    isAsked: withUsers,
    load: async () => {
      const { preview, previewTokens, previewTokensOfUsers } = await import('./preview/index.ts')
      return [preview, previewTokens, previewTokensOfUsers]
    },
  },
  {
    names: ['auth', 'service accounts', 'account'],
    isAsked: withUsers,
    load: async () => {
      const { ownAccount, serviceAccounts, users } = await import('./auth/index.ts')
      return [users, serviceAccounts, ownAccount]
    },
  },
  {
    names: ['second factors', 'own second factors'],
    isAsked: withUsers,
    load: async () => {
      const { ownSecondFactors, secondFactors } = await import('./auth/factors/index.ts')
      return [secondFactors, ownSecondFactors]
    },
  },
  {
    names: ['mail'],
    isAsked: (asked) => asked.sendsMail(),
    load: async () => [(await import('./mail/index.ts')).ownMails],
  },
  {
    names: ['mails in code'],
    isAsked: always,
    load: async () => [(await import('./mail/mails-in-code.ts')).mailsInCode],
  },
  {
    names: ['changes in code'],
    isAsked: always,
    load: async (asked) =>
      asked.hasFeed()
        ? [(await import('./changes/index.ts')).changesInCode]
        : [(await import('./changes/no-feed.ts')).changesWithoutFeed],
  },
  {
    names: ['providers', 'identities'],
    isAsked: withUsers,
    load: async () => {
      const { ownIdentities, providers } = await import('./providers/index.ts')
      return [providers, ownIdentities]
    },
  },
  {
    names: ['preferences', 'own preferences'],
    isAsked: withUsers,
    load: async () => {
      const { preferences, preferencesOfUsers } = await import('./preferences/index.ts')
      return [preferences, preferencesOfUsers]
    },
  },
  {
    names: ['references'],
    isAsked: always,
    load: async () => [(await import('./references/index.ts')).referencesToDocuments],
  },
  { names: ['uploads'], isAsked: withFiles, load: async () => [(await import('./uploads/index.ts')).uploads] },
  { names: ['images'], isAsked: withFiles, load: async () => [(await import('./images/index.ts')).images] },
  {
    names: ['authors'],
    isAsked: withOption('authors'),
    load: async () => [(await import('./authors/index.ts')).authors],
  },
  {
    names: ['comments'],
    isAsked: withOption('comments'),
    load: async () => [(await import('./comments/index.ts')).comments],
  },
  { names: ['search'], isAsked: withOption('search'), load: async () => [(await import('./search/index.ts')).search] },
  {
    names: ['upload upkeep'],
    isAsked: withFiles,
    load: async () => [(await import('./uploads/index.ts')).uploadUpkeep],
  },
  {
    names: ['transfers'],
    isAsked: always,
    load: async () => [(await import('./transfers/index.ts')).transfers],
  },
  {
    names: ['capabilities'],
    isAsked: always,
    load: async () => {
      const { collectionCapabilities, globalCapabilities } = await import('./capabilities/index.ts')
      return [collectionCapabilities, globalCapabilities]
    },
  },
  { names: ['overview'], isAsked: always, load: async () => [(await import('./overview/index.ts')).overview] },
  { names: ['jobs'], isAsked: always, load: async () => [(await import('./jobs/index.ts')).jobs] },
  {
    names: ['presence', 'presence upkeep', 'own presence'],
    isAsked: withFeed,
    load: async ({ config }) => (await import('./presence/index.ts')).presenceIn(config),
  },
  {
    names: ['changes', 'change feed'],
    isAsked: withFeed,
    load: async ({ config }) => (await import('./changes/index.ts')).changeFeed(config),
  },
  {
    names: ['shared views'],
    isAsked: withUsers,
    load: async ({ config }) => (await import('./views/index.ts')).sharedViews(config),
  },
]

/** Loads the features that a configuration may need, with those that they and `further` ones depend on. */
export async function usualFeatures(
  config: QuireConfig,
  further: readonly Feature<Call>[],
): Promise<readonly Feature<Call>[]> {
  const asked = new ConfigurationProbe(config)
  const loaded = new Map<Usual, readonly Feature<Call>[]>()
  let wanted = USUAL.filter(({ isAsked }) => isAsked(asked))
  while (wanted.length > 0) {
    const found = await Promise.all(wanted.map(async (usual) => [usual, await usual.load(asked)] as const))
    for (const [usual, features] of found) loaded.set(usual, features)
    const needed = new Set([...further, ...[...loaded.values()].flat()].flatMap(({ needs = [] }) => needs))
    wanted = USUAL.filter((usual) => !loaded.has(usual) && usual.names.some((name) => needed.has(name)))
  }
  return USUAL.flatMap((usual) => loaded.get(usual) ?? [])
}

/** All features, for tests without a configuration. */
export async function everyFeature(): Promise<readonly Feature<Call>[]> {
  const asked = new ConfigurationProbe({ collections: {} })
  return (await Promise.all(USUAL.map(({ load }) => load(asked)))).flat()
}

/** Features that depend on settings of the application. */
export async function configuredFeatures(): Promise<(config: QuireConfig) => readonly Feature<Call>[]> {
  const [{ presenceIn }, { changeFeed }, { sharedViews }] = await Promise.all([
    import('./presence/index.ts'),
    import('./changes/index.ts'),
    import('./views/index.ts'),
  ])
  return (config) => [...presenceIn(config), ...changeFeed(config), ...sharedViews(config)]
}
