import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router'
import type { QuireError } from '@quirecms/sdk'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import { users } from '../../data/client.ts'
import { can, userCollection } from '../../data/entities.ts'
import { forgetSession, useSchema } from '../../data/use-session.ts'
import { Loading } from '../../design/loading.tsx'
import { toast } from '../../design/toasts.tsx'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { Slot } from '../slot.tsx'
import { AccessForm } from './access-form.tsx'
import { AccessPage } from './access-page.tsx'
import styles from './access-page.module.css'

export function SignIn() {
  const said = useWords(accessWords)
  const schema = useSchema()
  const router = useRouter()
  const { next } = useSearch({ strict: false })
  const slug = userCollection(schema)
  const entity = slug === undefined ? undefined : schema.collections[slug]
  const [challenge, setChallenge] = useState<QuireError['challenge']>()
  const bootstrap = useQuery({
    queryKey: ['bootstrap', slug],
    queryFn: async () => (slug === undefined ? { available: false } : users(slug).bootstrap()),
    enabled: entity !== undefined && can(entity, 'bootstrap'),
    retry: false,
  })
  if (slug === undefined || !entity) return <AccessPage title={said.noUsers} text={said.noUsersText} />
  // Wait: replacing the form later would discard typed text.
  if (bootstrap.isLoading) return <Loading />
  if (bootstrap.data?.available) return <Navigate to="/first-user" replace />

  async function signIn({ email = '', password = '' }: Readonly<Record<string, string>>): Promise<void> {
    try {
      await users(slug ?? '').login({ email, password })
    } catch (error) {
      if (!isApiError(error, 'second_factor') || !error.challenge) throw error
      setChallenge(error.challenge)
      return
    }
    await enter()
  }

  async function enter(): Promise<void> {
    forgetSession()
    await router.navigate({ ...addresses.home(), ...(isOwnPath(next) && { href: next }) })
  }

  async function sendAgain(email: string): Promise<void> {
    await users(slug ?? '').requestVerification({ email })
    toast(said.sentTitle)
  }

  if (challenge) {
    const context = { slug, challenge, enter, onBack: () => setChallenge(undefined) }
    return <Slot name="secondStep" context={context} awaited={<Loading />} />
  }
  const ways = <Slot name="signInAbove" context={{ entity, next: isOwnPath(next) ? next : undefined }} />
  if (!can(entity, 'login'))
    return (
      <AccessPage title={said.signInTitle}>
        {ways}
        <Slot name="signInBelow" context={{ entity, enter }} />
      </AccessPage>
    )
  return (
    <AccessPage title={said.signInTitle}>
      {ways}
      <AccessForm
        action={said.signIn}
        submit={signIn}
        fields={[
          {
            name: 'email',
            label: said.email,
            type: 'email',
            autoComplete: `username${can(entity, 'passkeyLogin') ? ' webauthn' : ''}`,
          },
          { name: 'password', label: said.password, type: 'password', autoComplete: 'current-password' },
        ]}
        afterRefusal={(error, { email = '' }) =>
          isApiError(error, 'unverified') && can(entity, 'requestVerification')
            ? [{ label: said.sendAgain, run: () => sendAgain(email) }]
            : []
        }
      >
        {can(entity, 'forgotPassword') && (
          <Link {...addresses.forgotPassword()} className={styles.link}>
            {said.forgot}
          </Link>
        )}
      </AccessForm>
      <Slot name="signInBelow" context={{ entity, enter }} />
    </AccessPage>
  )
}

function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/(?![/\\])/.test(path)
}
