import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { QuireError } from '@quirecms/core'

/** Required disk space in a folder, which may not exist yet. */
export interface Need {
  readonly what: string
  readonly folder: string
  readonly bytes: number
}

/** Throws `unavailable` without enough space; folders on the same disk share it. */
export async function refuseWithoutSpace(needs: readonly Need[]): Promise<void> {
  const disks = new Map<number, { readonly free: number; readonly needs: Need[] }>()
  for (const need of needs) {
    const { dev, folder } = await existing(need.folder)
    let disk = disks.get(dev)
    if (!disk) {
      const { bavail, bsize } = await statfs(folder)
      disks.set(dev, (disk = { free: bavail * bsize, needs: [] }))
    }
    disk.needs.push(need)
  }
  for (const { free, needs: own } of disks.values()) {
    const bytes = own.reduce((sum, need) => sum + need.bytes, 0)
    if (bytes <= free) continue
    const parts = own.map((need) => `${need.what} (${need.bytes} bytes in ${need.folder})`)
    throw new QuireError('unavailable', `There is not enough space for ${parts.join(' and ')}: ${free} bytes are free.`)
  }
}

async function existing(folder: string): Promise<{ readonly folder: string; readonly dev: number }> {
  try {
    return { folder, dev: (await stat(folder)).dev }
  } catch (error) {
    const above = dirname(folder)
    if (above === folder) throw error
    return existing(above)
  }
}
