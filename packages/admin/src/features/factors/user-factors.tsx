import { ShieldOff } from 'lucide-react'
import { errorWords, explain } from '../../data/error-words.ts'
import { titleOf } from '../../data/entities.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import margin from '../../screens/document/document-margin.module.css'
import type { DocumentContext } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { useResetFactors, useUserFactors } from './use-factors.ts'
import { factorsWords } from './words.ts'

/** In the margin of a user: their second factors, and a reset for lost ones. */
export function UserFactors({ place: { entity, id }, form }: DocumentContext) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const { data } = useUserFactors(entity.slug, id ?? '')
  const resetting = useResetFactors(entity.slug, id ?? '')
  const { asking, ask, stop } = useAsking<true>()
  const user = form.stored
  if (!data || !user) return null
  const { passkeys, totp, recoveryCodes } = data
  const has = [
    ...(passkeys > 0 ? [said.countOfPasskeys({ count: passkeys })] : []),
    ...(totp ? [said.totp] : []),
    ...(recoveryCodes > 0 ? [said.recovery] : []),
  ]
  const reset = () =>
    resetting.mutate(undefined, {
      onSuccess: () => toast(said.wasReset),
      onError: (error) => toastError(explain(error, errors)),
    })
  return (
    <section className={margin.section} aria-label={said.second}>
      <h2 className={margin.heading}>{said.second}</h2>
      {has.length === 0 && <p>{said.none}</p>}
      <ul>
        {has.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {has.length > 0 && (
        <div className={margin.deeds}>
          <Button small disabled={resetting.isPending} onClick={() => ask(true)}>
            <Icon of={ShieldOff} size={14} />
            {said.reset}
          </Button>
        </div>
      )}
      {asking && (
        <Confirm title={said.second} action={said.reset} onConfirm={reset} onClose={stop}>
          {said.askReset({ name: titleOf(entity, user) || user.id })}
        </Confirm>
      )}
    </section>
  )
}
