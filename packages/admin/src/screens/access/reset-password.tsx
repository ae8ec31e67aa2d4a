import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { users } from '../../data/client.ts'
import { userCollection } from '../../data/entities.ts'
import { forgetSession, useSchema } from '../../data/use-session.ts'
import { toast } from '../../design/toasts.tsx'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { AccessForm } from './access-form.tsx'
import { AccessPage } from './access-page.tsx'
import styles from './access-page.module.css'

/** Target of a reset link: `?token=…`. */
export function ResetPassword() {
  const said = useWords(accessWords)
  const router = useRouter()
  const slug = userCollection(useSchema()) ?? ''
  const { token } = useSearch({ strict: false })
  if (token === undefined) {
    return (
      <AccessPage title={said.resetTitle} text={said.noToken}>
        <p className={styles.after}>
          <Link {...addresses.forgotPassword()} className={styles.link}>
            {said.forgotTitle}
          </Link>
        </p>
      </AccessPage>
    )
  }
  return (
    <AccessPage title={said.resetTitle}>
      <AccessForm
        action={said.resetAction}
        fields={[
          // Lets the app sign the user in afterwards, and a password manager match the account.
          { name: 'email', label: said.email, type: 'email', autoComplete: 'username' },
          {
            name: 'password',
            label: said.newPassword,
            type: 'password',
            autoComplete: 'new-password',
            hint: said.passwordHint,
          },
        ]}
        submit={async ({ email = '', password = '' }) => {
          await users(slug).resetPassword({ token, password })
          try {
            await users(slug).login({ email, password })
          } catch {
            // The password is changed even if the sign-in fails.
            toast(said.resetDone)
            await router.navigate(addresses.signIn())
            return
          }
          forgetSession()
          await router.navigate(addresses.home())
        }}
      />
    </AccessPage>
  )
}
