import { describe, expect, it } from 'vitest'
import { readPlace } from './point-text.ts'

describe('a geographic position', () => {
  it.each([
    ['52.52, 13.405', 52.52, 13.405],
    ['52.52,13.405', 52.52, 13.405],
    ['  52.52   13.405\n', 52.52, 13.405],
    ['(52.52, 13.405)', 52.52, 13.405],
    ['52.52; 13.405', 52.52, 13.405],
    ['52,52 13,405', 52.52, 13.405],
    ['52,52; 13,405', 52.52, 13.405],
    ['52,52, 13,405', 52.52, 13.405],
    ['52, 13', 52, 13],
    ['52,13', 52, 13],
    ['-33.86, 151.21', -33.86, 151.21],
    ['−33.86, −151.21', -33.86, -151.21],
    ['+52.52 +13.405', 52.52, 13.405],
    ['52.52° 13.405°', 52.52, 13.405],
    ['-0, 0', 0, 0],
    ['90, -180', 90, -180],
    ['52.123456789, 13.1', 52.1234568, 13.1],
  ])('%j, in degrees', (text, latitude, longitude) => {
    expect(readPlace(text)).toEqual({ position: [longitude, latitude] })
  })

  it.each([
    ['52°31′12″N 13°24′18″E', 52.52, 13.405],
    ['52°31\'12"N 13°24\'18"E', 52.52, 13.405],
    ["52° 31' 12'' N, 13° 24' 18'' E", 52.52, 13.405],
    ['52º31’12”N, 13º24’18”E', 52.52, 13.405],
    ['52°31′12″ 13°24′18″', 52.52, 13.405],
    ['52 31 12 N 13 24 18 E', 52.52, 13.405],
    ['52:31:12N 13:24:18E', 52.52, 13.405],
    ['52°31.2′N 13°24.3′E', 52.52, 13.405],
    ['N 52° 31.2 E 13° 24.3', 52.52, 13.405],
    ['N52.52 E13.405', 52.52, 13.405],
    ['N52.52E13.405', 52.52, 13.405],
    ['52.52 N 13.4 E', 52.52, 13.4],
    ['52.52N13.4E', 52.52, 13.4],
    ['52,52° N, 13,4° E', 52.52, 13.4],
    ['52.52° n / 13.4° e', 52.52, 13.4],
    ['13.4 E 52.52 N', 52.52, 13.4],
    ['33°51′36″S 151°12′36″W', -33.86, -151.21],
    ['48.14° N, 11.58° E', 48.14, 11.58],
  ])('%j, with signs and letters', (text, latitude, longitude) => {
    expect(readPlace(text)).toEqual({ position: [longitude, latitude] })
  })

  it.each([
    ['geo:52.52,13.405', 52.52, 13.405],
    ['geo:52.52,13.405;u=35', 52.52, 13.405],
    ['geo:52.52,13.405,34?z=11', 52.52, 13.405],
    ['geo:0,0?q=52.52,13.405(Berlin)', 52.52, 13.405],
    ['geo:0,0', 0, 0],
    ['https://www.google.com/maps/@52.52,13.405,15z', 52.52, 13.405],
    ['https://www.google.com/maps/place/Berlin/@52.5,13.3,17z/data=!3m1!4b1!8m2!3d52.52!4d13.405', 52.52, 13.405],
    ["https://www.google.com/maps/place/52%C2%B031'12.0%22N/@52.52,13.405,17z", 52.52, 13.405],
    ['https://www.google.com/maps?q=52.52,13.405', 52.52, 13.405],
    ['https://www.google.com/maps/search/?api=1&query=52.52%2C13.405', 52.52, 13.405],
    ['https://www.google.com/maps/search/52.52,+13.405', 52.52, 13.405],
    ['https://maps.apple.com/?ll=52.52,13.405&q=Berlin', 52.52, 13.405],
    ['https://maps.apple.com/place?coordinate=52.52,13.405&name=Berlin', 52.52, 13.405],
    ['https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=15/52.5/13.4', 52.52, 13.405],
    ['https://www.openstreetmap.org/#map=15/52.52/13.405', 52.52, 13.405],
    ['https://www.bing.com/maps?cp=52.52~13.405&lvl=11', 52.52, 13.405],
  ])('%j, as an address', (text, latitude, longitude) => {
    expect(readPlace(text)).toEqual({ position: [longitude, latitude] })
  })

  it.each([
    ['[13.405, 52.52]', 52.52, 13.405],
    ['[13.405,52.52,34]', 52.52, 13.405],
    ['{"type":"Point","coordinates":[13.405,52.52]}', 52.52, 13.405],
    ['POINT(13.405 52.52)', 52.52, 13.405],
    ['Lat: 52.52, Lng: 13.405', 52.52, 13.405],
    ['latitude=52.52&longitude=13.405', 52.52, 13.405],
    ['lon 13.405, lat 52.52', 52.52, 13.405],
    ['{"lat":52.52,"lng":13.405}', 52.52, 13.405],
  ])('%j, as data', (text, latitude, longitude) => {
    expect(readPlace(text)).toEqual({ position: [longitude, latitude] })
  })

  it.each([
    ['', 'form'],
    ['Berlin', 'form'],
    ['52.52', 'form'],
    ['52.52, 13.405, 34', 'form'],
    ['5252', 'form'],
    ['52.52 N 13.4 S', 'form'],
    // East in German, west in French.
    ['52.52 N 13.4 O', 'form'],
    ['52°61′N 13°E', 'form'],
    ['1'.repeat(5000), 'form'],
    ['91, 13', 'range'],
    ['13.405, 190', 'range'],
    ['[52.52, 113.405]', 'range'],
    ['https://maps.app.goo.gl/abc', 'link'],
    ['https://www.google.com/maps/place/Berlin', 'link'],
    ['https://example.com/%', 'link'],
    ['https://www.google.com/maps/@91,13,15z', 'range'],
  ])('is refused with a reason: %j', (text, problem) => {
    expect(readPlace(text)).toEqual({ problem })
  })
})
