import sharp, { type Sharp } from 'sharp'

/** Four quarters: red and green above, blue and white below. The colour identifies a crop. */
export async function quarters(width: number, height: number): Promise<Sharp> {
  const half = { width: Math.round(width / 2), height: Math.round(height / 2) }
  const tile = (background: string) =>
    sharp({ create: { ...half, channels: 3, background } })
      .png()
      .toBuffer()
  const tiles = [
    { input: await tile('#ff0000'), left: 0, top: 0 },
    { input: await tile('#00ff00'), left: half.width, top: 0 },
    { input: await tile('#0000ff'), left: 0, top: half.height },
  ]
  const base = sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
  return sharp(await base.composite(tiles).png().toBuffer())
}

/** The colour in the middle of an image, as `[r, g, b]`, rounded because of lossy formats. */
export async function colourOf(image: Buffer, at: 'middle' | 'start' = 'middle'): Promise<number[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = at === 'start' ? 0 : Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)
  return [...data.subarray(pixel * info.channels, pixel * info.channels + 3)].map((part) => Math.round(part / 85) * 85)
}

/** A PNG that can't be compressed. */
export function noise(width: number, height: number): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888888', noise: grain } })
    .png()
    .toBuffer()
}
