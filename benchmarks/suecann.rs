//! A C interface to the players of Mycsina/suecann, for `suecann.py`, which compiles it.
//!
//! The text is this project's own. The modules are those of a copy of that repository, which is not
//! part of this project.

#![allow(dead_code)]
extern crate self as sueca_solver; // as the champion's network names it

mod belief;
mod constants;
mod engine;
mod heuristic;
mod pimc;
mod rng;
mod search;
mod simulator;
mod wann_network;

use simulator::SuecaSimulatorGame;
use std::sync::Mutex;
use wann_network::RustWannNetwork;

const DECK: u64 = (1 << 40) - 1;

/// Replay a game as the mover sees it; seat 0 led first, and seats are the crate's, 0, 3, 2, 1.
///
/// The others get the cards that the mover has not seen in ascending order: what the crate's
/// players read of them is their union and their numbers.
unsafe fn replay(hand: u64, trump: u8, cards: *const u8, count: usize) -> SuecaSimulatorGame {
    let cards = unsafe { std::slice::from_raw_parts(cards, count) };
    let mut game = SuecaSimulatorGame::new([0; 4], trump, 0);
    let (mut unseen, mut held) = (DECK & !hand, [10; 4]);
    for &card in cards {
        unseen &= !(1 << card);
        held[game.state.current_player as usize] -= 1;
        game.play_card(card);
    }
    let mover = game.state.current_player as usize;
    for seat in (0..4).filter(|&seat| seat != mover) {
        for _ in 0..held[seat] {
            game.state.hands[seat] |= unseen & unseen.wrapping_neg();
            unseen &= unseen - 1;
        }
    }
    game.state.hands[mover] = hand;
    game
}

/// Play a game's cards and return the points of the seats 0 and 2, seat 0 having led.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn score(trump: u8, cards: *const u8, count: usize) -> u8 {
    unsafe { replay(0, trump, cards, count) }.state.team_02_score
}

/// Return the crate's number of the mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seat(hand: u64, trump: u8, cards: *const u8, count: usize) -> u8 {
    unsafe { replay(hand, trump, cards, count) }.state.current_player
}

/// Return the cards that the mover may play.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn legal(hand: u64, trump: u8, cards: *const u8, count: usize) -> u64 {
    unsafe { replay(hand, trump, cards, count) }.state.legal_moves()
}

/// Return the card that EliteHeuristicBot plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn elite(hand: u64, trump: u8, cards: *const u8, count: usize) -> u8 {
    let game = unsafe { replay(hand, trump, cards, count) };
    heuristic::select_card_heuristic(&game, game.state.current_player)
}

/// Return the rollout teacher's card, the first of the best.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teacher(
    hand: u64,
    trump: u8,
    cards: *const u8,
    count: usize,
    worlds: usize,
    seed: u64,
) -> u8 {
    let game = unsafe { replay(hand, trump, cards, count) };
    let results = pimc::solve_pimc_rollout_serial(&game, worlds, seed);
    let best = results.iter().map(|result| result.ev).fold(f64::MIN, f64::max);
    results.iter().find(|result| result.ev == best).unwrap().card
}

const SWEEP: [f64; 6] = [-2.0, -1.0, -0.5, 0.5, 1.0, 2.0]; // code/configs/default.toml
static BRAINS: Mutex<[Option<RustWannNetwork>; 2]> = Mutex::new([None, None]);

/// Take a network, 0 for leading and 1 for following, as arrays of its nodes and of its
/// connections in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load(
    which: usize,
    nodes: usize,
    ids: *const usize,
    activations: *const u8,
    aggregations: *const u8,
    links: usize,
    sources: *const usize,
    targets: *const usize,
    signs: *const i8,
) {
    use std::slice::from_raw_parts as array;
    let brain = unsafe {
        RustWannNetwork::new(
            array(ids, nodes),
            array(activations, nodes),
            array(aggregations, nodes),
            array(sources, links),
            array(targets, links),
            array(signs, links),
            &vec![true; links],
        )
    };
    BRAINS.lock().unwrap()[which] = Some(brain);
}

/// Return the champion's card: the intent with the highest mean output over the weights.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn champion(
    hand: u64,
    trump: u8,
    cards: *const u8,
    count: usize,
    seed: u64,
) -> u8 {
    let game = unsafe { replay(hand, trump, cards, count) };
    let seat = game.state.current_player;
    let brains = BRAINS.lock().unwrap();
    let brain = brains[(game.current_trick_len > 0) as usize].as_ref().unwrap();
    let mut pad = vec![0.0; brain.num_nodes * SWEEP.len()];
    brain.forward_batched(&belief::encode_belief_state(&game, seat), &SWEEP, &mut pad);
    let mut outputs = [0.0; constants::OUTPUT_COUNT];
    for (output, values) in outputs
        .iter_mut()
        .zip(pad[constants::OUTPUT_START * SWEEP.len()..].chunks(SWEEP.len()))
    {
        *output = values.iter().sum::<f64>() / SWEEP.len() as f64;
    }
    let mut rng = rng::LcgRng::new(seed);
    heuristic::select_card_from_outputs(&outputs, &game, seat, &mut rng)
}