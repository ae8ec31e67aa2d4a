import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import { users } from '../../data/client.ts'
import { can, userCollection } from '../../data/entities.ts'
import { forgetSession, useSchema } from '../../data/use-session.ts'
import { buttonClass } from '../../design/button.tsx'
import { AccessForm } from '../../screens/access/access-form.tsx'
import { AccessPage } from '../../screens/access/access-page.tsx'
import access from '../../screens/access/access-page.module.css'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { invitationsWords } from './words.ts'

/** Target of an invitation link: `?token=…`. Setting a password signs the user in. */
export function AcceptInvitation() {
  const said = useWords(invitationsWords)
  const about = useWords(accessWords)
  const router = useRouter()
  const schema = useSchema()
  const { token } = useSearch({ strict: false })
  const [isOver, setOver] = useState(false)
  const [mustConfirm, setMustConfirm] = useState(false)
  const slug = userCollection(schema) ?? ''
  const entity = schema.collections[slug]
  const toSignIn = (
    <p className={access.after}>
      <Link {...addresses.signIn()} className={access.link}>
        {about.toSignIn}
      </Link>
    </p>
  )

  // Without passwords, users sign in with a provider; the invitation has created their account.
  if (entity && !can(entity, 'acceptInvitation')) {
    return (
      <AccessPage title={said.acceptTitle} text={said.elsewhereText}>
        <p className={access.after}>
          <Link {...addresses.signIn()} className={buttonClass('primary')}>
            {about.signIn}
          </Link>
        </p>
      </AccessPage>
    )
  }
  if (mustConfirm) {
    return (
      <AccessPage title={said.confirmTitle} text={said.confirmText}>
        {toSignIn}
      </AccessPage>
    )
  }
  if (token === undefined || isOver) {
    return (
      <AccessPage title={said.acceptTitle} text={isOver ? said.invalid : about.noToken}>
        {toSignIn}
      </AccessPage>
    )
  }
  return (
    <AccessPage title={said.acceptTitle} text={said.acceptText}>
      <AccessForm
        action={said.acceptAction}
        fields={[
          {
            name: 'password',
            label: about.password,
            type: 'password',
            autoComplete: 'new-password',
            hint: about.passwordHint,
          },
        ]}
        submit={async ({ password = '' }) => {
          try {
            await users(slug).acceptInvitation({ token, password })
          } catch (error) {
            if (isApiError(error, 'invalid_token')) setOver(true)
            // A copied link proves no address: the password is set, but the address must be confirmed.
            if (isApiError(error, 'unverified')) setMustConfirm(true)
            throw error
          }
          forgetSession()
          await router.navigate(addresses.home())
        }}
      />
    </AccessPage>
  )
}
