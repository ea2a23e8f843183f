export interface Config {
  x: number;
}
