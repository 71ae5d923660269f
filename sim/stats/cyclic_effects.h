#pragma once
// What strengths miss of pairs and pairs have in common: an item may be good against some and bad against others.
//
// c_ij = b_ij + e_ij, b_ij = the sum over components k of x_ik y_jk - y_ik x_jk, e_ij ~ N(0, scatter^2): beside the noise, a
// skew-symmetric matrix of low rank (Chen and Joachims, "Modeling intransitivity in matchup and comparison data", WSDM 2016;
// Balduzzi et al., "Re-evaluating evaluation", NeurIPS 2018). x_ik and y_ik are N(0, size_k), fitted by mean-field variational
// inference. As many as chance does not make (by random signs: Hong, Sheng and Dobriban, "Selecting the number of components in
// PCA via random signflips", 2020); of these, one that the games do not carry goes to 0 and is left out (automatic relevance
// determination: Bishop, "Variational principal components", ICANN 1999).
#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <vector>

namespace archon {

class CyclicEffects {
 public:
  struct Normal {
    double mean = 0, variance = 0;
  };
  // Of c_ij, i < j: what games say of it, and the variance of their noise.
  struct Observation {
    Eigen::Index i, j;
    double value, variance;
  };

  CyclicEffects() = default;  // none
  // `scatter`: that of e, at first. O(items^2) a sweep over the items, at most 200 sweeps, and to begin with, 800 products
  // of a matrix and a vector for each component; memory: some 32 bytes x items^2 while it lasts, at most 1.2 KB an item after
  // it.
  CyclicEffects(Eigen::Index items, std::span<const Observation> seen, double scatter);

  size_t components() const { return sizes_.size(); }  // at most 4
  Normal of(Eigen::Index i, Eigen::Index j) const;     // b_ij, i != j; 0 without components. O(1)
  // b_ij without what this observation, one of those of the fit, says of it.
  Normal without(const Observation& seen) const;

 private:
  struct Sides {  // variance of b_ij by what is not known of i, of j, and of both
    double first, second, both;
  };

  void start(Eigen::MatrixXd values, Eigen::Index most);
  void keep(const std::vector<Eigen::Index>& rows);  // of the effects, in pairs
  void sweep(const Eigen::MatrixXd& values, const Eigen::MatrixXd& weights);
  double resize(bool leave_out);  // sizes by the effects, maybe without those not carried; the largest relative change
  double scatter_of(std::span<const Observation> seen) const;
  Sides variances(Eigen::Index i, Eigen::Index j) const;
  double mean(Eigen::Index i, Eigen::Index j) const { return effects_.col(i).dot(turned_.col(j)); }
  void turn(Eigen::Index item);

  double scatter_square_ = 0;
  std::vector<double> sizes_{};                   // of the components
  Eigen::MatrixXd effects_{}, turned_{};          // x_i0, y_i0, x_i1 ... of an item in a column; y_i0, -x_i0, y_i1 ...
  Eigen::MatrixXd covariances_{}, turned_too_{};  // their covariances, a column each
};

}  // namespace archon
