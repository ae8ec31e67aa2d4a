import { adminCollection, type Manifest, type QuireConfig } from '@quirecms/core'
import { languageOf } from '@quirecms/features/mails'
import { type MailForm, mailPage, servesMailPage } from '@quirecms/server'
import { directionOf } from './direction.ts'

const PURPOSES = ['recovery', 'verification', 'invitations'] as const

type MailPagePurpose = (typeof PURPOSES)[number]

type AuthOptions = NonNullable<Manifest['collections'][string]['auth']>

/**
 * Plain pages for links in mails to users for whom neither the admin app nor the application has a page. In the
 * language of the application's mails: the pages are public, so the reader's language is unknown.
 */
export async function plainMailPages(
  config: QuireConfig,
  { collections, routes }: Pick<Manifest, 'collections' | 'routes'>,
): Promise<MailForm[]> {
  const users = config.admin?.path === false ? null : adminCollection(config)
  const forms = Object.values(collections).flatMap(({ slug, auth }) => {
    if (!auth || slug === users) return []
    return PURPOSES.filter(
      (purpose) => auth[purpose]?.url === null && isAsked(auth, purpose) && !servesMailPage(routes, slug, purpose),
    ).map((purpose) => formOf(slug, auth, purpose))
  })
  return Promise.all(forms)
}

/** Without passwords, there is no recovery. */
function isAsked({ passwords }: AuthOptions, purpose: MailPagePurpose): boolean {
  return purpose !== 'recovery' || passwords !== false
}

const ENDPOINTS: Readonly<Record<MailPagePurpose, string>> = {
  recovery: 'reset-password',
  verification: 'verify',
  invitations: 'accept-invitation',
}

async function formOf(slug: string, auth: AuthOptions, purpose: MailPagePurpose): Promise<MailForm> {
  const { language, words } = await languageOf([auth.mailLanguage])
  const { newPassword, password, done, failed, later } = words.page
  const said = { recovery: words.recovery, verification: words.verification, invitations: words.invitation }[purpose]
  const isByProvider = purpose === 'invitations' && auth.passwords === false
  const asked = { recovery: newPassword, verification: null, invitations: password }[purpose]
  const providers = purpose === 'invitations' ? Object.entries(auth.providers) : []
  return {
    url: mailPage(slug, purpose),
    endpoint: isByProvider ? null : `api/auth/${slug}/${ENDPOINTS[purpose]}`,
    language,
    direction: directionOf(language),
    title: said.subject,
    button: said.button,
    password: isByProvider ? null : asked,
    done,
    failed,
    later,
    links: providers.map(([key, { label = key }]) => ({ label, url: `api/auth/${slug}/providers/${key}/start` })),
  }
}
