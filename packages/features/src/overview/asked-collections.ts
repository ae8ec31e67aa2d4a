import { type Call, type Entity, invalidQuery, type Issue, type Parameter, QuireError } from '@quirecms/core/feature'

export const collectionsParameter: Parameter = {
  name: 'collections',
  spellings: ['collections'],
  description: 'Collections to include, separated by commas; all by default.',
  encoding: 'text',
  schema: { type: 'string' },
  inProcess: { type: ['string', 'array'], items: { type: 'string' } },
}

/** The collections that a call names, or all of them. `purpose` is a part of the error message for unknown names. */
export function requestedCollections(
  { input: { query } }: Call,
  all: readonly Entity<Call>[],
  purpose: string,
): readonly Entity<Call>[] {
  const { collections } = query
  if (collections === undefined) return all
  const names = (collections as string | readonly string[])
    .toString()
    .split(',')
    .map((name) => name.trim())
  const wanted = all.filter(({ slug }) => names.includes(slug))
  const unknown = names.filter((name) => !wanted.some(({ slug }) => slug === name))
  if (unknown.length === 0) return wanted
  throw invalidQuery(unknown.map((name) => unknownCollection('collections', name, purpose)))
}

export function unknownCollection(path: string, name: string, purpose: string): Issue {
  return { code: 'option', path, message: `There is no collection "${name}"${purpose}.` }
}

/** Refuses `locale=all`: a title is one text. */
export function requestedLanguage({ locale }: Call): void {
  if (!locale?.all) return
  const message = 'Name one locale in "locale", or leave it out.'
  throw invalidQuery([{ code: 'option', path: 'locale', message }])
}

/** Schema of `locale` where answers contain titles, each of them one text. */
export const ONE_LANGUAGE = {
  locale: {
    description: 'The locale of the titles: one locale, not `all`.',
    schema: { type: 'string', not: { enum: ['all', '*'] } },
  },
} as const

/** Throws the issues of all readers together. */
export function refuseWrong(call: Call, reads: readonly ((call: Call) => unknown)[]): void {
  const issues = reads.flatMap((read) => issuesOf(() => read(call)))
  if (issues.length > 0) throw invalidQuery(issues)
}

function issuesOf(read: () => unknown): readonly Issue[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof QuireError && error.issues) return error.issues
    throw error
  }
}
