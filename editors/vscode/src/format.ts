// Numbers as people read them.

const UNITS = ["B", "kB", "MB", "GB"];

/** Decimal units and two or three digits, as file managers show them. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** A share from 0 to 1 in per cent; rounded down, so that 100 % is the end. */
export function formatShare(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}
