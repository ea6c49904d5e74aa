import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

it('the network of an IPv4 address is the address itself, of IPv6 its first 64 bits, in any notation', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('::ffff:192.0.2.7')
  const network = '2001:db8:0:1::/64'
  for (const ip of ['2001:db8:0:1::5', '2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd', '2001:DB8:0:1:0:0:0:1']) {
    expect(networkOf(ip)).toBe(network)
  }
  expect(networkOf('2001:db8:0:2::5')).not.toBe(network)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})
