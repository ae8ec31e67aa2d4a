import { useNavigate } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { account } from '../../data/client.ts'
import { forgetSession } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure } from '../../design/notice.tsx'
import { Section } from '../../design/page.tsx'
import { useWords } from '../../words/use-words.ts'
import { OwnCodes, useOfferedCodes } from './own-codes.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnTotp } from './own-totp.tsx'
import { useFactors } from './use-factors.ts'
import { factorsWords } from './words.ts'

/** In the profile: the user's second factors. */
export function OwnFactors() {
  const said = useWords(factorsWords)
  const navigate = useNavigate()
  const factors = useFactors()
  const { offer, offering } = useOfferedCodes()
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
        <Section
          title={said.second}
          about={said.stale}
          actions={
            <Button small kind="outline" onClick={() => void signInAgain()}>
              {said.signInAgain}
            </Button>
          }
        >
          {null}
        </Section>
      )}
      {offers.includes('passkeys') && <OwnPasskeys count={passkeys} isFresh={isFresh} onAdded={offer} />}
      {offers.includes('totp') && <OwnTotp isOn={totp} isFresh={isFresh} />}
      {(passkeys > 0 || totp) && <OwnCodes left={recoveryCodes} isFresh={isFresh} {...offering} />}
    </>
  )
}
