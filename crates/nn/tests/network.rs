//! Networks of random weights through every kernel, against the definition.

mod common;

use std::sync::Arc;

use common::{input, slow, tiny};
use sobremesa_nn::{Evaluator, Kernel, Network, Output};

fn numbers(output: &Output) -> Vec<f32> {
    let mut all = output.policy.clone();
    all.extend(output.value);
    all.extend(output.score);
    all.extend(&output.ownership);
    all
}

#[test]
fn every_kernel_evaluates_as_the_definition_does() {
    for version in [8, 11, 15] {
        let model = tiny(version, u64::from(version));
        for kernel in Kernel::available() {
            let mut evaluator = Evaluator::new(Arc::new(Network::with_kernel(&model, kernel)));
            for (rows, columns) in [(2, 2), (7, 7), (9, 9), (5, 13), (19, 19)] {
                let inputs: Vec<_> =
                    (0..3).map(|seed| input(rows, columns, seed + rows as u64)).collect();
                let found = evaluator.evaluate(rows, columns, &inputs);
                for (found, input) in found.iter().zip(&inputs) {
                    let exact = slow(&model, rows, columns, input);
                    let (found, exact) = (numbers(found), numbers(&exact));
                    assert_eq!(found.len(), exact.len());
                    for (i, (found, exact)) in found.iter().zip(&exact).enumerate() {
                        assert!(
                            (found - exact).abs() < 2e-3 * exact.abs().max(1.0),
                            "v{version} {kernel:?} {rows}×{columns} output {i}: {found}, {exact}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_batch_says_what_its_boards_say_alone() {
    let network = Arc::new(Network::new(&tiny(8, 3)));
    let mut evaluator = Evaluator::new(network);
    let inputs: Vec<_> = (0..11).map(|seed| input(9, 9, seed)).collect();
    let together = evaluator.evaluate(9, 9, &inputs);
    for (input, together) in inputs.iter().zip(&together) {
        let alone = &evaluator.evaluate(9, 9, std::slice::from_ref(input))[0];
        for (a, b) in numbers(alone).iter().zip(numbers(together)) {
            assert!((a - b).abs() < 1e-3, "{a} {b}");
        }
    }
}

#[test]
fn judged_is_a_distribution_and_forbids_no_result_where_the_rules_do() {
    let model = tiny(8, 5);
    let mut evaluator = Evaluator::new(Arc::new(Network::new(&model)));
    let output = &evaluator.evaluate(9, 9, &[input(9, 9, 1)])[0];
    let judged = output.judged(&model.scales, model.version, true);
    assert!((judged.win + judged.loss + judged.no_result - 1.0).abs() < 1e-5);
    assert!(judged.no_result > 0.0 && judged.spread > 0.0);
    let judged = output.judged(&model.scales, model.version, false);
    assert_eq!(judged.no_result, 0.0);
    let chances = output.chances(|i| i % 2 == 0);
    assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    assert!(chances.iter().skip(1).step_by(2).all(|chance| *chance == 0.0));
}
