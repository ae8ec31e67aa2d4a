import { type Call, type Feature, isObject, refuseIfOver } from '@quirecms/core/feature'

/** `local.mail.send`. If no mail is configured, it throws an error that says what to configure. */
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
