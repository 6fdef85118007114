// Dense Viterbi in safe Rust on one thread, for Trellis (harness/PROTOCOL.md).
//   rustc --edition 2021 -C opt-level=3 -C target-cpu=native -o viterbi viterbi.rs
use std::{io::{self, BufRead, Write}, time::Instant};

const NONE: f64 = f64::NEG_INFINITY;

struct Model { labels: usize, forth: Vec<f64>, back: Vec<f64> } // e(x, y) by x, and by y

/// The best path, the smallest labels from the last position backwards; none if all are −∞.
fn decode(model: &Model, scores: &[f64], alpha: &mut Vec<f64>) -> Vec<i32> {
    let (l, length) = (model.labels, scores.len() / model.labels);
    alpha.clear();
    alpha.extend_from_slice(&scores[..l]);
    for t in 1..length {
        alpha.resize((t + 1) * l, NONE);
        let (before, row) = alpha.split_at_mut(t * l);
        for (a, to) in before[(t - 1) * l..].iter().zip(model.forth.chunks_exact(l)) {
            for (best, e) in row.iter_mut().zip(to) { let sum = a + e; if sum > *best { *best = sum } }
        }
        for (best, n) in row.iter_mut().zip(&scores[t * l..]) { *best += n }
    }
    let last = &alpha[(length - 1) * l..];
    let mut y = (0..l).fold(0, |best, x| if last[x] > last[best] { x } else { best });
    if last[y] == NONE { return Vec::new() }
    let mut path = vec![y as i32; length];
    for t in (1..length).rev() {
        let (row, to) = (&alpha[(t - 1) * l..t * l], &model.back[y * l..(y + 1) * l]);
        let (n, best) = (scores[t * l + y], alpha[t * l + y]);
        y = row.iter().zip(to).position(|(a, e)| (a + e) + n == best).unwrap();
        path[t - 1] = y as i32;
    }
    path
}
fn read(path: &str, offset: usize) -> io::Result<Vec<u8>> { Ok(std::fs::read(path)?.split_off(offset)) }
fn floats(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect()
}
fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut model = Model { labels: 0, forth: vec![], back: vec![] };
    let mut alpha = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.splitn(if line.starts_with('p') { 5 } else { 8 }, ' ').collect();
        let n = |i: usize| words[i].parse::<usize>().unwrap();
        if words[0] == "hello" {
            writeln!(out, r#"{{"protocol":1,"name":"Viterbi in Rust","exact":true,"language":"Rust"}}"#)?;
        } else if words[0] == "prepare" {
            let (l, forth) = (n(1), floats(&read(words[4], n(3))?[..8 * n(1) * n(1)]));
            let back = (0..l * l).map(|i| forth[i % l * l + i / l]).collect();
            model = Model { labels: l, forth, back };
            writeln!(out, r#"{{"prepared":true}}"#)?;
        } else if words[0] == "decode" {
            let start = Instant::now();
            let (bytes, size, swaps) = (read(words[7], n(6))?, 8 * n(3) * model.labels, n(5));
            let mut scores = floats(&bytes[..size]);
            let ints: Vec<usize> = bytes[size..].chunks_exact(4)
                .map(|b| i32::from_le_bytes(b.try_into().unwrap()) as usize).collect();
            let (lengths, pairs) = ints.split_at(n(2));
            let mut answers = Vec::with_capacity(n(2) * n(4));
            for r in 0..n(4) {
                for pair in pairs[2 * r * swaps..2 * (r + 1) * swaps].chunks_exact(2) { scores.swap(pair[0], pair[1]) }
                let mut rest = &scores[..];
                for length in lengths {
                    let (own, after) = rest.split_at(length * model.labels);
                    (rest, _) = (after, answers.push(decode(&model, own, &mut alpha)));
                }
            }
            let sum = answers.iter().flatten().fold(0u32, |c, y| c.wrapping_mul(31).wrapping_add(*y as u32 + 1));
            let elapsed = start.elapsed().as_secs_f64() * 1e3;
            writeln!(out, r#"{{"elapsedMs":{elapsed},"checksum":{sum}}}"#).and_then(|()| out.flush())?;
            for path in &answers {
                if path.is_empty() { writeln!(out, r#"{{"labels":[]}}"#)? } else { writeln!(out, r#"{{"labels":[{path:?}]}}"#)? }
            }
        }
        out.flush()?;
    }
    Ok(())
}
