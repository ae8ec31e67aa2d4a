/** Builds every link of the app; no other file writes an address by hand. */
export const addresses = {
  home: () => ({ to: '/' as const }),
  list: (collection: string, search: ListSearch = {}) => ({
    to: '/collections/$collection' as const,
    params: { collection },
    search,
  }),
  document: (collection: string, id: string, search: DocumentSearch = {}) => ({
    to: '/collections/$collection/$id' as const,
    params: { collection, id },
    search,
  }),
  /** The address of a document, so that the form stays when the document gets an id. */
  create: (collection: string, search: DocumentSearch = {}) => ({
    to: '/collections/$collection/$id' as const,
    params: { collection, id: 'new' },
    search,
  }),
  history: (collection: string, id: string, search: HistorySearch = {}) => ({
    to: '/collections/$collection/$id/history' as const,
    params: { collection, id },
    search,
  }),
  global: (global: string, search: DocumentSearch = {}) => ({
    to: '/globals/$global' as const,
    params: { global },
    search,
  }),
  globalHistory: (global: string, search: HistorySearch = {}) => ({
    to: '/globals/$global/history' as const,
    params: { global },
    search,
  }),
  view: (view: string) => ({ to: '/views/$view' as const, params: { view } }),
  calendar: (search: CalendarSearch = {}) => ({ to: '/calendar' as const, search }),
  jobs: (search: JobsSearch = {}) => ({ to: '/jobs' as const, search }),
  webhooks: (search: WebhooksSearch = {}) => ({ to: '/webhooks' as const, search }),
  trash: (search: TrashSearch = {}) => ({ to: '/trash' as const, search }),
  activity: (search: ActivitySearch = {}) => ({ to: '/activity' as const, search }),
  documentActivity: (collection: string, id: string, search: DocumentActivitySearch = {}) => ({
    to: '/collections/$collection/$id/activity' as const,
    params: { collection, id },
    search,
  }),
  globalActivity: (global: string, search: DocumentActivitySearch = {}) => ({
    to: '/globals/$global/activity' as const,
    params: { global },
    search,
  }),
  profile: (part = 'you') => ({ to: '/profile/$part' as const, params: { part } }),
  signIn: (next?: string) => ({ to: '/sign-in' as const, search: next === undefined ? {} : { next } }),
  /** Forces a new sign-in: a provider asks for credentials even if the user has a session there. */
  signInAgain: (next: string) => ({ to: '/sign-in' as const, search: { next, again: true } }),
  setUp: (next: string) => ({ to: '/set-up' as const, search: { next } }),
  forgotPassword: () => ({ to: '/forgot-password' as const }),
}

export interface ListSearch {
  readonly page?: number
  readonly limit?: number | undefined
  readonly sort?: readonly string[]
  /** Words to look for in the titles. */
  readonly q?: string
  /** Joined by "and"; the conditions of each by "or" (screens/list/filter-model.ts). */
  readonly filter?: readonly (readonly (readonly [path: string, operator: string, value: unknown])[])[]
  readonly columns?: readonly string[]
  readonly locale?: string | undefined
  /** The name of a saved view. */
  readonly view?: string
  /** For collections of files. */
  readonly layout?: 'grid' | 'table'
  /** Opens the upload dialog at once. */
  readonly upload?: boolean
}

export interface DocumentSearch {
  /** Whether the pane with the document's page is open. */
  readonly preview?: boolean
  readonly locale?: string | undefined
  /** On narrow screens: the content, or the margin. */
  readonly tab?: string
  readonly part?: string | undefined
  /** A second language, shown beside the edited one. */
  readonly beside?: string | undefined
  /** The path of a field to focus once; rows are named by index or id. */
  readonly field?: string | undefined
  /** A document open in a drawer: `authors/01…`, or `authors/new`. */
  readonly drawer?: string
}

export interface HistorySearch {
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Shows the newer revision as a whole instead of what it changed. */
  readonly whole?: boolean | undefined
  readonly preview?: boolean
  readonly page?: number
  readonly locale?: string | undefined
  readonly field?: string | undefined
}

export interface CalendarSearch {
  /** `2030-01`; without it, this month. */
  readonly month?: string
}

export interface JobsSearch {
  readonly status?: string | undefined
  readonly job?: string | undefined
  readonly page?: number
}

export interface WebhooksSearch {
  readonly status?: string | undefined
  readonly endpoint?: string | undefined
  readonly page?: number
}

export interface TrashSearch {
  readonly collection?: string
  readonly page?: number
}

export interface ActivitySearch {
  /** Part of a user's name or email address. */
  readonly who?: string | undefined
  readonly actor?: string | undefined
  /** A kind of actions (features/activity/actions.ts). */
  readonly kind?: string | undefined
  /** A collection, or `global:` and the name of a global. */
  readonly entity?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly outcome?: string | undefined
}

export interface DocumentActivitySearch {
  readonly page?: number
  /** For users: shows changes of the account. Otherwise actors who may read the log see the user's own actions. */
  readonly account?: boolean
}

export interface Address {
  readonly to: string
  readonly params?: Readonly<Record<string, string>>
  readonly search?: object
}
