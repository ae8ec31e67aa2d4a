import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { account } from '../../data/client.ts'
import { forgetSession } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure } from '../../design/notice.tsx'
import { AccessPage } from '../../screens/access/access-page.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './factors.module.css'
import { OwnCodes, useOfferedCodes } from './own-codes.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnTotp } from './own-totp.tsx'
import { useFactors } from './use-factors.ts'
import { factorsWords } from './words.ts'

/** Replaces the app for users who must set up a second factor: set one up, or sign out. */
export function SetUpScreen() {
  const said = useWords(factorsWords)
  const navigate = useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  const { next } = useSearch({ strict: false })
  const factors = useFactors()
  const { offer, offering } = useOfferedCodes()

  async function signOut(): Promise<void> {
    await account.logout().catch(() => undefined)
    forgetSession()
    await navigate(addresses.signIn(next))
  }

  async function goOn(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ['me'] })
    await router.navigate({ ...addresses.home(), ...(isOwnPath(next) && { href: next }) })
  }

  if (factors.isPending) return <Loading />
  if (!factors.data) return <Failure error={factors.error} onRetry={() => void factors.refetch()} />
  const { offers, isFresh, passkeys, totp, recoveryCodes } = factors.data
  const isDone = passkeys > 0 || totp
  return (
    <AccessPage title={said.setUpTitle} text={isFresh ? said.setUpText : said.stale}>
      {offers.includes('passkeys') && <OwnPasskeys count={passkeys} isFresh={isFresh} onAdded={offer} />}
      {offers.includes('totp') && <OwnTotp isOn={totp} isFresh={isFresh} />}
      {isDone && <OwnCodes left={recoveryCodes} isFresh={isFresh} {...offering} />}
      <div className={styles.actions}>
        {isDone && (
          <Button kind="primary" onClick={() => void goOn()}>
            {said.goOn}
          </Button>
        )}
        <Button kind="outline" onClick={() => void signOut()}>
          {isFresh ? said.signOut : said.signInAgain}
        </Button>
      </div>
    </AccessPage>
  )
}

/** `next` comes from the URL and is untrusted: allow only paths of this service. */
function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/(?![/\\])/.test(path)
}
