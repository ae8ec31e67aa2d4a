import { createClient } from '@quirecms/sdk'
import { imgTag } from '@quirecms/sdk/html'
import { describe, expect, it } from 'vitest'

const picture = {
  url: '/api/uploads/media/a.jpg',
  width: 1000,
  height: 500,
  placeholder: 'data:image/webp;base64,AA',
  srcset: [
    { width: 640, url: '/api/uploads/media/a.jpg?w=640' },
    { width: 320, url: '/api/uploads/media/a.jpg?w=320' },
  ],
}
const client = createClient({ baseUrl: 'https://cms.example.com/' })
const address = (width: number) => `https://cms.example.com/api/uploads/media/a.jpg?w=${width}`

describe('the attributes of a picture', () => {
  it('select the needed width, and list all others', () => {
    expect(client.image(picture, { width: 300 })).toEqual({
      src: address(320),
      srcset: `${address(320)} 320w, ${address(640)} 640w`,
      sizes: '(max-width: 300px) 100vw, 300px',
      width: 300,
      height: 150,
      placeholder: picture.placeholder,
    })
    expect(client.image(picture, { width: 2000 })).toMatchObject({ src: address(640), width: 1000, height: 500 })
    expect(client.image(picture)).toMatchObject({ src: address(640), sizes: '100vw' })
    expect(client.image(picture, { sizes: '50vw' })).toMatchObject({ sizes: '50vw' })
  })

  it('contain what is known, also without widths, and the aspect ratio of the crop', () => {
    const { url } = picture
    expect(client.image({ url })).toEqual({ src: `https://cms.example.com${url}` })
    expect(client.image({ ...picture, srcset: null, crop: { width: 50, height: 100 } })).toMatchObject({
      src: `https://cms.example.com${url}`,
      width: 500,
      height: 500,
    })
    expect(client.image({ url: 'https://elsewhere.example/a.jpg' })?.src).toBe('https://elsewhere.example/a.jpg')
    const [widest] = picture.srcset
    expect(client.image({ ...picture, srcset: [widest] })).toMatchObject({ srcset: `${address(640)} 640w` })
    expect(client.image({ ...picture, srcset: [] })).not.toHaveProperty('srcset')
    // A line has a height, however narrow it is shown.
    expect(client.image({ url, width: 1000, height: 1 }, { width: 10 })).toMatchObject({ width: 10, height: 1 })
    for (const none of [null, undefined, {}, { url: null }, { url, width: null }]) expect(client.image(none)).toBeNull()
  })
})

describe('the element of a picture', () => {
  it('is escaped, and empty without a picture', () => {
    const hostile = { url: '"><script>alert(1)</script>', alt: '" onerror="alert(1)', width: 1, height: 1 }
    const tag = imgTag(hostile, { attributes: { 'x onload': 'alert(1)', class: '"<', title: null } })
    expect(tag).not.toMatch(/<script|onload|" onerror/)
    expect(tag).toMatch(/^<img [^<>]*>$/)
    expect(imgTag({ url: '/a.pdf', width: null })).toBe('')
    expect(imgTag(null)).toBe('')
  })
})
