import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { firstCalls } from './client.ts'
import type { Session } from './document.ts'
import { queryClient } from './query-client.ts'
import { appearance, useAppearance } from '../words/appearance.ts'
import { ownFieldWords } from '../words/own-fields.ts'
import { useWords, wordsNow } from '../words/use-words.ts'
import { schemaIn } from './schema-in.ts'
import type { Schema } from './schema.ts'

const schemaQuery = { queryKey: ['schema'], queryFn: firstCalls.schema, staleTime: Number.POSITIVE_INFINITY }

/** The schema in the language of the user. Loaded before the first render. */
export function useSchema(): Schema {
  const { language } = useAppearance()
  return schemaIn(useSuspenseQuery(schemaQuery).data, language, useWords(ownFieldWords))
}

/** Loads the schema once, in the present language. */
export async function loadSchema(): Promise<Schema> {
  return schemaIn(await queryClient.ensureQueryData(schemaQuery), appearance().language, wordsNow(ownFieldWords))
}

const meQuery = {
  queryKey: ['me'],
  queryFn: async (): Promise<Session | null> => {
    try {
      // Every user has an address, besides the fields of the application.
      return (await firstCalls.account.me()) as Session
    } catch (error) {
      // Keep the known session on screen: the page may hold unsaved text, and shows its own sign-in prompt.
      if (isOfNobody(error) && !knownSession()) return null
      throw error
    }
  },
  staleTime: 60_000,
}

function knownSession(): Session | null | undefined {
  return queryClient.getQueryData(meQuery.queryKey)
}

function isOfNobody(error: unknown): boolean {
  return isApiError(error, 'unauthenticated', 'invalid_token')
}

/**
 * The session, or null if signed out. Loaded before the first page, and again after each `unauthenticated` response.
 */
export function loadSession(): Promise<Session | null> {
  return queryClient.ensureQueryData(meQuery)
}

export function useSession(): Session {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('There is no session.')
  return data
}

/** Whether the session of the open screen has ended. */
export function useIsSignedOut(): boolean {
  return isOfNobody(useQuery(meQuery).error)
}

/** After sign-in or sign-out: drops everything cached for the previous user. */
export function forgetSession(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'schema' })
  otherTabs.postMessage('changed')
}

/** Tabs share a session: after a change in one tab, the others load it again. */
const otherTabs = new BroadcastChannel('quire-session')
otherTabs.addEventListener('message', () => void askWhoItIs())

async function askWhoItIs(): Promise<void> {
  const before = knownSession()
  await queryClient.refetchQueries({ queryKey: meQuery.queryKey, type: 'active' })
  const now = knownSession()
  // Another user signed in: reload to drop the former user's data. Unsaved text blocks the reload until the editor
  // agrees.
  if (before && now && before.user.id !== now.user.id) location.reload()
}
