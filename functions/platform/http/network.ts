/**
 * Returns the network of an IP address, for rate limits. An IPv4 address counts alone. Of an IPv6 address the first 64
 * bits count, as one subscriber has all addresses that begin with them.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [before = '', after] = ip.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const missing = after === undefined ? 0 : Math.max(0, 8 - groups(before).length - groups(after).length)
  const all = [...groups(before), ...Array.from({ length: missing }, () => '0'), ...groups(after)]
  const network = all.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
