/**
 * Returns the sRGB colour space as an ICC profile (version 2), which PDF/A requires. Computed from the numbers of the
 * standard (IEC 61966-2-1), adapted to the white of D50.
 */
export function srgbProfile(): Uint8Array {
  const xyz = (x: number, y: number, z: number) => tagged('XYZ ', ...[x, y, z].map(fixed))
  const curve = tagged('curv', long(CURVE_POINTS), ...curvePoints())
  const parts: [name: string, bytes: Buffer][] = [
    ['desc', description('sRGB IEC61966-2.1')],
    ['cprt', tagged('text', Buffer.from('No copyright\0', 'latin1'))],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
    ['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
    ['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const placed = new Map<Buffer, number>()
  let end = 128 + 4 + 12 * parts.length
  const data: Buffer[] = []
  for (const [, bytes] of parts) {
    if (placed.has(bytes)) continue
    placed.set(bytes, end)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    data.push(padded)
    end += padded.length
  }
  const directory = parts.flatMap(([name, bytes]) => [
    Buffer.from(name, 'latin1'),
    long(placed.get(bytes) ?? 0),
    long(bytes.length),
  ])
  return Buffer.concat([header(end), long(parts.length), ...directory, ...data])
}

const CURVE_POINTS = 1024

function curvePoints(): Buffer[] {
  return Array.from({ length: CURVE_POINTS }, (_, index) => {
    const shown = index / (CURVE_POINTS - 1)
    const light = shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16BE(Math.round(light * 65_535))
    return bytes
  })
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x02100000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36, 'latin1')
  for (const [index, part] of [0.9642, 1, 0.8249].entries()) bytes.set(fixed(part), 68 + 4 * index)
  return bytes
}

const tagged = (type: string, ...parts: Buffer[]) =>
  Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...parts])

/** Returns a name as version 2 of colour profiles stores it: in three scripts, of which two stay empty. */
function description(name: string): Buffer {
  return tagged('desc', long(name.length + 1), Buffer.from(`${name}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67))
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns a fixed-point number with sixteen fractional bits. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}
