/** Query `meta` of queries that refetch on their own schedule: a list must not move while the editor works in it. */
export const IN_ITS_OWN_TIME = { isInItsOwnTime: true } as const

export function isInItsOwnTime({ meta }: { readonly meta: Readonly<Record<string, unknown>> | undefined }): boolean {
  return meta?.['isInItsOwnTime'] === true
}
