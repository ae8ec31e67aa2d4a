/** What a query says that reads again by itself (`meta`): a list must not move under somebody's hands. */
export const IN_ITS_OWN_TIME = { isInItsOwnTime: true } as const

export function isInItsOwnTime({ meta }: { readonly meta: Readonly<Record<string, unknown>> | undefined }): boolean {
  return meta?.['isInItsOwnTime'] === true
}
