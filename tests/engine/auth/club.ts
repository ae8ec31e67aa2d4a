import { collection, defineConfig } from 'quirecms'

/** Users who forget their passwords: for mail tests, in this process and in others. */
export const club = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: { verification: true }, fields: {}, access: { create: () => true } }),
  },
  server: { rateLimit: false },
})
