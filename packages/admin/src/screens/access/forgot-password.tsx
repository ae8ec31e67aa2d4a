import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { users } from '../../data/client.ts'
import { userCollection } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { AccessForm } from './access-form.tsx'
import { AccessPage } from './access-page.tsx'
import styles from './access-page.module.css'

export function ForgotPassword() {
  const said = useWords(accessWords)
  const slug = userCollection(useSchema()) ?? ''
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <Link {...addresses.signIn()} className={styles.link}>
      {said.toSignIn}
    </Link>
  )
  if (sentTo !== undefined) {
    return (
      <AccessPage title={said.sentTitle} text={said.sentText({ email: sentTo })}>
        <p className={styles.after}>{back}</p>
      </AccessPage>
    )
  }
  return (
    <AccessPage title={said.forgotTitle} text={said.forgotText}>
      <AccessForm
        action={said.send}
        fields={[{ name: 'email', label: said.email, type: 'email', autoComplete: 'username' }]}
        submit={async ({ email = '' }) => {
          await users(slug).forgotPassword({ email })
          setSentTo(email)
        }}
      >
        {back}
      </AccessForm>
    </AccessPage>
  )
}
