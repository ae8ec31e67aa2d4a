import { type Call, type Feature, isObject, refuseIfOver } from '@quirecms/core/feature'

/** `local.mail.send`. It is always there, and says what to configure where nothing can be sent. */
export const mailsInCode: Feature<Call> = {
  name: 'mails in code',
  for: ({ kind }) => kind === 'service',
  adds: () => ({
    methods: {
      'mail.send':
        ({ runtime, caller }) =>
        async (message, options) => {
          refuseIfOver(caller)
          const { context } = isObject(options) ? options : {}
          const { queueOwnMail } = await import('./own-mails.ts')
          return queueOwnMail(runtime, isObject(context) ? context : caller.context, message)
        },
    },
  }),
}
