import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addresses } from '../../data/addresses.ts'
import { can, titleOf } from '../../data/entities.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { Page, PageHead, PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { profileWords } from '../../words/profile.ts'
import { useWords } from '../../words/use-words.ts'
import { presentExtensions, Slot } from '../slot.tsx'
import { OwnFields } from './own-fields.tsx'
import { PasswordForm } from './password-form.tsx'
import { Preferences } from './preferences.tsx'
import { Sessions } from './sessions.tsx'

export function ProfileScreen() {
  const said = useWords(profileWords)
  const { part = 'you' } = useParams({ strict: false })
  const { user, collection } = useSession()
  const users = useSchema().collections[collection]
  const added = presentExtensions().flatMap(({ profile = [] }) => profile)
  const parts: readonly (readonly [string, ReactNode])[] = [
    ['you', said.you],
    ['security', said.security],
    ...added.map(({ key, Label }) => [key, <Label key={key} />] as const),
    ['preferences', said.preferences],
  ]
  return (
    <>
      <PageBar trail={<span aria-current="page">{said.profile}</span>} />
      <PageHead>
        <PageTitle>{(users && titleOf(users, user)) || user.email}</PageTitle>
      </PageHead>
      <Tabs
        label={said.profile}
        open={part}
        tabs={parts.map(([key, label]) => ({ key, label, to: addresses.profile(key) }))}
      />
      <Page>
        {part === 'you' && users && <OwnFields key={user.revision} entity={users} />}
        {part === 'security' && (
          <>
            {users && can(users, 'login') && <PasswordForm />}
            {users && <Slot name="profileSecurity" context={{ entity: users }} />}
            <Sessions />
          </>
        )}
        {added.map(({ key, Component }) => part === key && <Component key={key} />)}
        {part === 'preferences' && <Preferences />}
      </Page>
    </>
  )
}
