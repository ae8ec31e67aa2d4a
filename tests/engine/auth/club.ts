import { collection, defineConfig } from 'quirecms'

/** People who forget their passwords: for tests of the mails that they get, in this process and in others. */
export const club = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: { verification: true }, fields: {}, access: { create: () => true } }),
  },
  server: { rateLimit: false },
})
