export interface RateLimits {
  x: number;
}
