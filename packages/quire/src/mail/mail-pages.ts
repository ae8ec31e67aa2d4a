import { adminCollection, type Manifest, type QuireConfig } from '@quire/core'
import { servesMailPage } from '@quire/server'

const PURPOSES = ['recovery', 'verification', 'invitations'] as const

/**
 * What to say at start of mails whose links lead nowhere: those of users for whom neither the admin app nor the application has a page.
 */
export function missingMailPages(
  config: QuireConfig,
  { collections, routes }: Pick<Manifest, 'collections' | 'routes'>,
): string[] {
  const users = config.admin?.path === false ? null : adminCollection(config)
  return Object.values(collections).flatMap(({ slug, auth }) => {
    if (!auth || slug === users) return []
    const missing = PURPOSES.filter((purpose) => {
      const mail = auth[purpose]
      if (purpose === 'invitations' && auth.passwords === false && Object.keys(auth.providers).length === 1)
        return false
      return mail?.url === null && !mail.isOwn && !servesMailPage(routes, slug, purpose)
    })
    if (missing.length === 0) return []
    const options = missing.map((purpose) => `auth.${purpose}.url`).join(' and ')
    return [`links in mails to users of "${slug}" lead to pages that are not there: set ${options} of the collection`]
  })
}

/** The same of mails that have no links at all, where mail is really sent: whoever gets one would not know what to do with the token in it. */
export function missingMailAddress(
  { email, mailer, server }: QuireConfig,
  { collections }: Pick<Manifest, 'collections'>,
): string[] {
  if ((email ?? mailer) === undefined || server?.publicUrl !== undefined) return []
  const isLinked = Object.values(collections).some(({ auth }) =>
    PURPOSES.some((purpose) => {
      const mail = auth?.[purpose]
      return mail && !mail.isOwn && (mail.url === null || mail.url.startsWith('/'))
    }),
  )
  return isLinked ? ['mails to users have tokens in the place of links: set server.publicUrl'] : []
}
