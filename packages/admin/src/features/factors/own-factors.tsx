import { useNavigate } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { account } from '../../data/client.ts'
import { forgetSession } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { useWords } from '../../words/use-words.ts'
import { OwnCodes } from './own-codes.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnTotp } from './own-totp.tsx'
import { useFactors } from './use-factors.ts'
import { factorsWords } from './words.ts'

/** In the profile: the user's second factors. */
export function OwnFactors() {
  const said = useWords(factorsWords)
  const navigate = useNavigate()
  const factors = useFactors()
  if (factors.isPending) return <Loading />
  if (!factors.data) return <Failure error={factors.error} onRetry={() => void factors.refetch()} />
  const { offers, isFresh, passkeys, totp, recoveryCodes } = factors.data

  async function signInAgain(): Promise<void> {
    await account.logout().catch(() => undefined)
    forgetSession()
    await navigate(addresses.signInAgain('/profile/security'))
  }

  return (
    <>
      {!isFresh && (
        <Notice
          title={said.second}
          actions={
            <Button kind="primary" onClick={() => void signInAgain()}>
              {said.signInAgain}
            </Button>
          }
        >
          {said.stale}
        </Notice>
      )}
      {offers.includes('passkeys') && <OwnPasskeys count={passkeys} isFresh={isFresh} />}
      {offers.includes('totp') && <OwnTotp isOn={totp} isFresh={isFresh} />}
      {(passkeys > 0 || totp) && <OwnCodes left={recoveryCodes} isFresh={isFresh} />}
    </>
  )
}
