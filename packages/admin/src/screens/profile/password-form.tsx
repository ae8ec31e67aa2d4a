import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useChangePassword } from '../../data/use-account.ts'
import { forgetSession, useSession } from '../../data/use-session.ts'
import { useIssueAt } from '../../fields/use-issue-at.ts'
import { Button } from '../../design/button.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { Section } from '../../design/page.tsx'
import { toast } from '../../design/toasts.tsx'
import { profileWords } from '../../words/profile.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './profile.module.css'

const EMPTY = { currentPassword: '', newPassword: '' }

export function PasswordForm() {
  const said = useWords(profileWords)
  const errors = useWords(errorWords)
  const { user } = useSession()
  const navigate = useNavigate()
  const [values, setValues] = useState(EMPTY)
  const changing = useChangePassword()
  const { error } = changing
  const isWrong = isApiError(error, 'invalid_credentials')
  const issue = useIssueAt(error)('newPassword')

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    changing.mutate(values, {
      onSuccess: ({ isIn }) => {
        setValues(EMPTY)
        toast(said.passwordChanged, { description: said.otherSessionsEnded })
        if (isIn) return
        forgetSession()
        void navigate(addresses.signIn('/profile/security'))
      },
    })
  }

  return (
    <Section title={said.password} about={said.passwordAbout}>
      <form className={styles.form} onSubmit={onSubmit}>
        {error && !isWrong && issue === undefined && (
          <p className={styles.refusal} role="alert">
            {explain(error, errors)}
          </p>
        )}
        {/* Tells password managers which account this is. */}
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <Labelled label={said.currentPassword} error={isWrong ? said.wrongPassword : undefined}>
          {(described) => (
            <Input
              {...described}
              type="password"
              autoComplete="current-password"
              required
              value={values.currentPassword}
              onChange={(event) => setValues({ ...values, currentPassword: event.target.value })}
            />
          )}
        </Labelled>
        <Labelled label={said.newPassword} hint={said.passwordHint} error={issue}>
          {(described) => (
            <Input
              {...described}
              type="password"
              autoComplete="new-password"
              required
              value={values.newPassword}
              onChange={(event) => setValues({ ...values, newPassword: event.target.value })}
            />
          )}
        </Labelled>
        <Button kind="outline" type="submit" disabled={changing.isPending}>
          {said.changePassword}
        </Button>
      </form>
    </Section>
  )
}
