import { type SyntheticEvent, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { users } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button } from '../../design/button.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { AccessPage } from '../../screens/access/access-page.tsx'
import access from '../../screens/access/access-page.module.css'
import styles from './factors.module.css'
import { askPasskey, isGivenUp } from './use-factors.ts'
import { factorsWords } from './words.ts'
import { useOnce } from '../../data/use-once.ts'

type FactorKind = 'totp' | 'passkey' | 'recovery'

/** Asks for one of the user's second factors. The other factors are one click away, in case one is lost. */
export function SecondStep({ slug, challenge, enter, onBack }: AppSlotContexts['secondStep']) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const { toSignIn } = useWords(accessWords)
  const [way, setWay] = useState<FactorKind>(challenge.methods[0] ?? 'recovery')
  const [typed, setTyped] = useState('')
  const { token } = challenge
  const sending = useOnce({
    mutationFn: async () => {
      await users(slug).secondFactor({ token, ...(await factorAnswer(slug, token, way, typed)) })
      await enter()
    },
  })
  const { error } = sending
  const others = challenge.methods.filter((one) => one !== way)

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    sending.mutate()
  }

  function choose(next: FactorKind): void {
    sending.reset()
    setTyped('')
    setWay(next)
  }

  function whatIsWrong(): string | undefined {
    if (!error || isGivenUp(error)) return undefined
    if (isApiError(error, 'invalid_credentials', 'validation'))
      return way === 'passkey' ? said.notAccepted : said.wrongCode
    if (isApiError(error, 'invalid_token')) return said.tooLate
    return isApiError(error) ? explain(error, errors) : said.notAccepted
  }

  const wrong = whatIsWrong()
  return (
    <AccessPage title={said.stepTitle} text={said.wayTexts[way]}>
      <form className={access.form} onSubmit={onSubmit} aria-label={said.stepTitle}>
        {way === 'passkey' ? (
          wrong !== undefined && (
            <p className={access.refusal} role="alert">
              {wrong}
            </p>
          )
        ) : (
          <Labelled key={way} label={said.code} error={wrong}>
            {(described) => (
              <Input
                {...described}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else on the page
                autoFocus
                required
                dir="ltr"
                spellCheck={false}
                autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
                inputMode={way === 'totp' ? 'numeric' : 'text'}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Labelled>
        )}
        <Button kind="primary" type="submit" disabled={sending.isPending}>
          {way === 'passkey' ? said.signIn : said.goOn}
        </Button>
        {others.length > 0 && (
          <section className={`${access.ways} ${styles.others}`} aria-label={said.anotherWay}>
            <h2>{said.anotherWay}</h2>
            {others.map((other) => (
              <Button key={other} kind="outline" onClick={() => choose(other)}>
                {said.ways[other]}
              </Button>
            ))}
          </section>
        )}
      </form>
      <p className={access.after}>
        <button type="button" className={access.link} onClick={onBack}>
          {toSignIn}
        </button>
      </p>
    </AccessPage>
  )
}

async function factorAnswer(slug: string, token: string, way: FactorKind, typed: string) {
  if (way === 'passkey') return { passkey: (await askPasskey(slug, token)).response }
  return way === 'totp' ? { totp: typed.replaceAll(/\s/g, '') } : { recoveryCode: typed.trim() }
}
