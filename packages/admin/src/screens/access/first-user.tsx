import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import { users } from '../../data/client.ts'
import { can, labelOf, userCollection } from '../../data/entities.ts'
import { forgetSession, useSchema } from '../../data/use-session.ts'
import { Loading } from '../../design/loading.tsx'
import { accessWords } from '../../words/access.ts'
import { useWords } from '../../words/use-words.ts'
import { Slot } from '../slot.tsx'
import { AccessForm, type AccessField } from './access-form.tsx'
import { AccessPage } from './access-page.tsx'

export function FirstUser() {
  const said = useWords(accessWords)
  const schema = useSchema()
  const router = useRouter()
  const slug = userCollection(schema) ?? ''
  const entity = schema.collections[slug]
  const [needsToken, setNeedsToken] = useState(false)
  const [isMade, setMade] = useState(false)
  const bootstrap = useQuery({ queryKey: ['bootstrap', slug], queryFn: () => users(slug).bootstrap(), retry: false })
  if (bootstrap.isLoading) return <Loading />
  // The new first user is being signed in; don't redirect.
  if (bootstrap.data?.available === false && !isMade) return <Navigate to="/sign-in" replace />

  // Other text fields that the application requires of users, such as a name.
  const texts = (entity?.fields ?? []).filter(
    ({ name, type, required, many, localized }) =>
      type === 'text' && !many && !localized && (required || name === 'name') && name !== 'email',
  )
  const fields: AccessField[] = [
    ...texts.map((field) => ({
      name: field.name,
      label: field.name === 'name' && field.label === null ? said.name : labelOf(field),
      autoComplete: field.name === 'name' ? 'name' : 'off',
      optional: !field.required,
    })),
    { name: 'email', label: said.email, type: 'email', autoComplete: 'username' },
    {
      name: 'password',
      label: said.password,
      type: 'password',
      autoComplete: 'new-password',
      hint: said.passwordHint,
    },
    ...(needsToken ? [{ name: 'token', label: said.setupToken, autoComplete: 'off', hint: said.setupTokenHint }] : []),
  ]

  async function create({ email = '', password = '', token, ...rest }: Readonly<Record<string, string>>) {
    const data = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
    try {
      const headers: Record<string, string> = token === undefined ? {} : { 'X-Bootstrap-Token': token }
      await users(slug).createUser({ data: { ...data, email }, password }, { headers })
      setMade(true)
    } catch (error) {
      if (isApiError(error, 'forbidden')) setNeedsToken(true)
      // Another first user was created in the meantime: refetch, which redirects to sign-in.
      if (isApiError(error, 'unauthenticated')) await bootstrap.refetch()
      throw error
    }
    try {
      await users(slug).login({ email, password })
    } catch (error) {
      // A user exists now, so retry on the sign-in page.
      setMade(false)
      await bootstrap.refetch()
      throw error
    }
    forgetSession()
    await router.navigate(addresses.home())
  }

  return (
    <AccessPage title={said.firstTitle} text={said.firstText}>
      {entity && <Slot name="signInAbove" context={{ entity, next: undefined }} />}
      {entity && can(entity, 'login') && <AccessForm action={said.firstAction} submit={create} fields={fields} />}
    </AccessPage>
  )
}
