import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { users } from '../../data/client.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import access from '../../screens/access/access-page.module.css'
import { useWords } from '../../words/use-words.ts'
import styles from './factors.module.css'
import { askPasskey, isGivenUp } from './use-factors.ts'
import { factorsWords } from './words.ts'

/** Below the form: a button to sign in with a passkey. Browsers also offer passkeys in the address field. */
export function PasskeySignIn({ entity: { slug }, enter }: AppSlotContexts['signInBelow']) {
  const said = useWords(factorsWords)
  const [isRefused, setRefused] = useState(false)
  const isAsked = useRef(false)

  useEffect(() => {
    // Ask once: a second request aborts the first one.
    if (isAsked.current) return
    isAsked.current = true
    void offer(slug, enter, () => setRefused(true))
  }, [slug, enter])

  async function signIn(): Promise<void> {
    setRefused(false)
    try {
      await users(slug).passkeyLogin(await askPasskey(slug, null))
      await enter()
    } catch (error) {
      setRefused(!isGivenUp(error))
    }
  }

  return (
    <div className={`${access.ways} ${styles.below}`}>
      <Button kind="outline" onClick={() => void signIn()}>
        <Icon of={Fingerprint} />
        {said.signIn}
      </Button>
      {isRefused && <p role="alert">{said.notAccepted}</p>}
    </div>
  )
}

/** Conditional UI: the promise stays pending until the user picks a passkey. */
async function offer(slug: string, enter: () => Promise<void>, onRefused: () => void): Promise<void> {
  try {
    const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
    if (!(await browserSupportsWebAuthnAutofill())) return
    await users(slug).passkeyLogin(await askPasskey(slug, null, true))
    await enter()
  } catch (error) {
    if (!isApiError(error, 'invalid_credentials', 'invalid_token', 'unverified')) return
    onRefused()
    // The challenge has expired, so offer a new one.
    if (isApiError(error, 'invalid_token')) await offer(slug, enter, onRefused)
  }
}
