import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { account } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { Button, CopyButton } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure } from '../../design/notice.tsx'
import { Section } from '../../design/page.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useWords } from '../../words/use-words.ts'
import profile from '../../screens/profile/profile.module.css'
import { useChangeFactors } from './use-factors.ts'
import { factorsWords } from './words.ts'
import styles from './factors.module.css'

interface OwnTotpProps {
  readonly isOn: boolean
  readonly isFresh: boolean
}

export function OwnTotp({ isOn, isFresh }: OwnTotpProps) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const removing = useChangeFactors(() => account.removeTotp())
  const [isSettingUp, setSettingUp] = useState(false)
  const { asking, ask, stop } = useAsking<true>()
  const turnOff = () =>
    removing.mutate(undefined, {
      onSuccess: () => toast(said.removed),
      onError: (error) => toastError(explain(error, errors)),
    })
  return (
    <Section
      title={said.totp}
      about={said.totpAbout}
      {...(isFresh && {
        actions: (
          <Button small kind="outline" onClick={() => (isOn ? ask(true) : setSettingUp(true))}>
            {isOn ? said.turnOff : said.setUp}
          </Button>
        ),
      })}
    >
      <p>{isOn ? said.totpOn : said.totpOff}</p>
      {isSettingUp && <NewTotp onClose={() => setSettingUp(false)} />}
      {asking && (
        <Confirm title={said.totp} action={said.turnOff} onConfirm={turnOff} onClose={stop}>
          {said.askTurnOff}
        </Confirm>
      )}
    </Section>
  )
}

/**
 * Shows the secret for an authenticator app and asks for a first code: a user without a working app would be locked
 * out.
 */
function NewTotp({ onClose }: { readonly onClose: () => void }) {
  const said = useWords(factorsWords)
  const errors = useWords(errorWords)
  const attempt = useId()
  const [code, setCode] = useState('')
  const begun = useQuery({
    queryKey: ['new-totp', attempt],
    queryFn: () => account.setUpTotp(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const confirming = useChangeFactors((given: string) => account.confirmTotp({ code: given.replaceAll(/\s/g, '') }))
  const { error } = confirming
  const isWrong = isApiError(error, 'invalid_credentials', 'validation')

  const submit = () =>
    confirming.mutate(code, {
      onSuccess: () => {
        toast(said.totpAdded)
        onClose()
      },
    })
  return (
    <FormDialog
      title={said.totp}
      action={said.confirm}
      isDisabled={confirming.isPending || !begun.data}
      onSubmit={submit}
      onClose={onClose}
    >
      {begun.isPending && <Loading />}
      {begun.isError && <Failure error={begun.error} onRetry={() => void begun.refetch()} />}
      {begun.data && (
        <>
          <p>{said.scan}</p>
          <QrCode text={begun.data.uri} />
          <div className={profile.secret}>
            <Input readOnly dir="ltr" aria-label={said.key} value={begun.data.secret} />
            <CopyButton text={begun.data.secret} />
          </div>
          <Labelled label={said.code} error={isWrong ? said.wrongCode : error ? explain(error, errors) : undefined}>
            {(described) => (
              <Input
                {...described}
                required
                dir="ltr"
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Labelled>
        </>
      )}
    </FormDialog>
  )
}

function QrCode({ text }: { readonly text: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => {
      const { encode } = await import('uqr')
      return encode(text, { border: 2 })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data) return <div className={styles.picture} />
  const squares = data.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${data.size} ${data.size}`}
      role="img"
      aria-label="QR"
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
