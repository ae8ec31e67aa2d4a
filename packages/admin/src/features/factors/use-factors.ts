import { useQuery, useQueryClient } from '@tanstack/react-query'
import { account, users } from '../../data/client.ts'
import { useOnce } from '../../data/use-once.ts'

const factorsKey = ['me', 'factors']

/** The user's factors, and those that can be added. */
export function useFactors() {
  return useQuery({ queryKey: factorsKey, queryFn: () => account.factors(), retry: false })
}

const MANY = 20

/** Requires a session that has just begun. */
export function usePasskeys(isFresh: boolean) {
  return useQuery({
    queryKey: [...factorsKey, 'passkeys'],
    queryFn: async () => (await account.passkeys.list({ limit: MANY })).docs,
    enabled: isFresh,
    retry: false,
  })
}

export function useChangeFactors<Asked, Answer>(change: (asked: Asked) => Promise<Answer>) {
  const queries = useQueryClient()
  return useOnce({ mutationFn: change, onSuccess: () => queries.invalidateQueries({ queryKey: ['me'] }) })
}

/** Creates a passkey in the browser, and stores its public part. */
export async function addPasskey(name: string): Promise<void> {
  const [{ startRegistration }, asked] = await Promise.all([
    import('@simplewebauthn/browser'),
    account.passkeys.options(),
  ])
  const response = await startRegistration({ optionsJSON: asked.options })
  await account.passkeys.create({ token: asked.token, response, name })
}

/** Asks for a passkey: of the user in the second step, or of any user at sign-in. */
export async function askPasskey(slug: string, token: string | null, isOffered = false) {
  const [{ startAuthentication }, asked] = await Promise.all([
    import('@simplewebauthn/browser'),
    users(slug).passkeyOptions(token === null ? {} : { token }),
  ])
  // Without this option, the library looks for a form that is not rendered yet.
  const response = await startAuthentication({
    optionsJSON: asked.options,
    useBrowserAutofill: isOffered,
    verifyBrowserAutofillInput: false,
  })
  return { token: asked.token, response }
}

/** The user closed the browser's prompt, or started another one: not an error. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

export function useUserFactors(slug: string, id: string) {
  return useQuery({ queryKey: ['factors', slug, id], queryFn: () => users(slug).userFactors(id), retry: false })
}

export function useResetFactors(slug: string, id: string) {
  const queries = useQueryClient()
  return useOnce({
    mutationFn: () => users(slug).resetFactors(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['factors', slug, id] }),
  })
}
